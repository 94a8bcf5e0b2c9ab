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
    page.observeServerTime(word(TRUE));
    expect(page.today(ZONE)).toBe('2026-07-15');
    const next = await opened();
    expect(next.today(ZONE)).toBe('2026-07-15');
    expect(next.now()).toBe(TRUE);
  },
);

test('P21 TM-3: what is not a word of the server changes nothing', async () => {
  const page = await opened();
  for (const text of [null, '', 'tomorrow', `${TRUE + 40 * DAY}`, `${TRUE + 40 * DAY}.short`])
    page.observeServerTime(text);
  expect(page.today(ZONE)).toBe('2026-07-15');
});

test('P21 TM-3: who shows today is told when it is another, and the outbox of each word', async () => {
  skew = -40 * DAY;
  const page = await opened();
  const [changed, words] = [vi.fn(), new Array<string>()];
  page.subscribeClock(changed);
  page.observeServerTime(word(TRUE));
  page.onClock((each) => words.push(each));
  page.observeServerTime(word(TRUE + 1));
  expect(changed).toHaveBeenCalledTimes(1);
  expect(words).toEqual([word(TRUE), word(TRUE + 1)]);
});

test('P21 TM-3: a phone a day or more off is told so once, and by how much', async () => {
  const page = await opened();
  const said: string[] = [];
  page.watchClock(
    () => ZONE,
    (message) => said.push(message),
  );
  page.observeServerTime(word(TRUE));
  expect(said).toEqual([]);
  skew = -40 * DAY;
  page.observeServerTime(word(TRUE));
  page.observeServerTime(word(TRUE + DAY));
  expect(said).toEqual([
    'The clock of this phone is 40 days behind. Dates here go by the server’s clock. Please check the phone’s date.',
  ]);
  expect(clockMessage(-DAY)).toBe(
    'The clock of this phone is 1 day ahead. Dates here go by the server’s clock. Please check the phone’s date.',
  );
  expect(clockMessage(3_600_000)).toBeNull();
  expect(clockMessage(null)).toBeNull();
});
