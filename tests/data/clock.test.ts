import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayOf } from '#domain/dates.ts';
import { clockMessage } from '#data/clockNotice.ts';

const DAY = 86_400_000;
const ZONE = 'Asia/Kolkata';
/** The true time, and a phone that is `skew` beside it. */
const TRUE = Date.UTC(2026, 6, 15, 6);
let skew = 0;
const word = (at: number): string => `${at}.${'a'.repeat(22)}`;
/** The module as a page that has just been opened has it. */
async function opened() {
  vi.resetModules();
  return { ...(await import('#data/clock.ts')), ...(await import('#data/clockNotice.ts')) };
}

beforeEach(() => {
  localStorage.clear();
  skew = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => TRUE + skew);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([[-400], [-40], [0], [40], [400]])(
  'P21 TM-3: with a phone %i days off, today is the server’s once it has answered, at the next start too',
  async (days) => {
    skew = days * DAY;
    const page = await opened();
    expect(page.today(ZONE)).toBe(dayOf(TRUE + skew, ZONE));
    page.observeServerTime(word(TRUE), null);
    expect(page.today(ZONE)).toBe('2026-07-15');
    const next = await opened();
    expect(next.today(ZONE)).toBe('2026-07-15');
    expect(next.now()).toBe(TRUE);
  },
);

test('P21 TM-3: what is not a word of the server changes nothing', async () => {
  const page = await opened();
  for (const text of [null, '', 'tomorrow', `${TRUE + 40 * DAY}`, `${TRUE + 40 * DAY}.short`])
    page.observeServerTime(text, null);
  expect(page.today(ZONE)).toBe('2026-07-15');
});

test('P21 TM-3: who shows today is told when it is another, and the outbox of each word', async () => {
  skew = -40 * DAY;
  const page = await opened();
  const [changed, words] = [vi.fn(), new Array<string>()];
  page.subscribeClock(changed);
  page.observeServerTime(word(TRUE), 'p1');
  await page.onClock('p1', async (each) => void words.push(each.word));
  page.observeServerTime(word(TRUE + 1), 'p1');
  expect(changed).toHaveBeenCalledTimes(1);
  expect(words).toEqual([word(TRUE), word(TRUE + 1)]);
});

test('P19 TM-2: a word that a page heard is the next page’s too, with when it was heard; nobody else’s', async () => {
  const page = await opened();
  page.observeServerTime(word(TRUE), 'p1');
  skew = DAY;
  const next = await opened();
  const told: unknown[] = [];
  await next.onClock('p2', async (each) => void told.push(each));
  expect(told).toEqual([]);
  await next.onClock('p1', async (each) => void told.push(each));
  expect(told).toEqual([{ server: TRUE, device: TRUE, word: word(TRUE) }]);
  next.observeServerTime(word(TRUE + DAY), 'p2');
  expect(told).toHaveLength(1);
  next.observeServerTime(word(TRUE + DAY), 'p1');
  expect(told).toHaveLength(2);
});

test('TM-2: the word that is kept is never more than a minute behind', async () => {
  const page = await opened();
  for (let at = 0; at <= 90_000; at += 10_000) {
    skew = at;
    page.observeServerTime(word(TRUE + at), 'p1');
  }
  const told: { server: number }[] = [];
  await (await opened()).onClock('p1', async (each) => void told.push(each));
  expect(told[0]?.server).toBeGreaterThanOrEqual(TRUE + 30_000);
});

test('P21 TM-3: a phone a day or more off is told so once, and by how much', async () => {
  const page = await opened();
  const said: string[] = [];
  page.watchClock(
    () => ZONE,
    (message) => said.push(message),
  );
  page.observeServerTime(word(TRUE), null);
  expect(said).toEqual([]);
  skew = -40 * DAY;
  page.observeServerTime(word(TRUE), null);
  page.observeServerTime(word(TRUE + DAY), null);
  expect(said).toEqual([
    'The clock of this phone is 40 days behind. Dates here go by the server’s clock. Please check the phone’s date.',
  ]);
  expect(clockMessage(-DAY)).toBe(
    'The clock of this phone is 1 day ahead. Dates here go by the server’s clock. Please check the phone’s date.',
  );
  expect(clockMessage(3_600_000)).toBeNull();
  expect(clockMessage(null)).toBeNull();
});
