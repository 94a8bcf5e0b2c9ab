import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { billsOf } from '#server/demo/billFiles.ts';
import { printedAmount, printedDay, taxWithin } from '#server/demo/bills/printedBill.ts';
import { demoPeople } from '#server/demo/people.ts';
import { seededRandom } from '#server/demo/random.ts';
import { demoStories } from '#server/demo/stories.ts';

const TIME_ZONE = 'Asia/Kolkata';
const people = demoPeople();
const storiesAt = (now: number) => demoStories(seededRandom(7), people, now, TIME_ZONE);
const NOW = Date.parse('2026-11-21T09:41:00+05:30');

describe('the same seed, people and moment', () => {
  test('give the same claims and the same papers', async () => {
    expect(storiesAt(NOW)).toEqual(storiesAt(NOW));
    const story = storiesAt(NOW)[20];
    if (!story) throw new Error('no story');
    const [one, two] = await Promise.all([billsOf(story, seededRandom(1), 20), billsOf(story, seededRandom(1), 20)]);
    expect(one?.map((bill) => bill.hash)).toEqual(two?.map((bill) => bill.hash));
  });
});

describe('on any day of the year, at any hour', () => {
  const moments = [
    '2026-01-01T00:10',
    '2026-03-31T23:59',
    '2026-04-01T08:00',
    '2026-06-30T12:00',
    '2026-07-01T00:00',
    '2026-07-05T18:30',
    '2028-02-29T03:00',
    '2026-12-31T23:30',
  ].map((text) => Date.parse(`${text}+05:30`));
  test.each(moments.map((now) => [new Date(now).toISOString(), now] as const))(
    '%s: enough of everything, and nothing in the future',
    (_, now) => {
      const stories = storiesAt(now);
      const waiting = stories.filter(
        (story) =>
          story.owner.manager === 'manager' &&
          story.steps.every((step) => step.action === 'create' || step.action === 'edit'),
      );
      expect(stories.filter((story) => story.owner.key === 'employee').length).toBeGreaterThanOrEqual(201);
      expect(waiting.length).toBeGreaterThanOrEqual(30);
      expect(stories.every((story) => story.steps.every((step) => step.at <= now))).toBe(true);
    },
  );
});

/** The texts that a one-page PDF of ours shows; throws where its table of objects does not lead to them. */
function wordsOf(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  const offsets = [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].map((match) => Number(match[1]));
  expect(offsets.map((offset, index) => text.slice(offset).startsWith(`${index + 1} 0 obj\n`))).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ]);
  const object = text.slice(offsets[3] ?? 0);
  const start = (offsets[3] ?? 0) + object.indexOf('stream\n') + 'stream\n'.length;
  const shown = inflateSync(pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(object)?.[1]))).toString('latin1');
  return [...shown.matchAll(/ Td \((.*)\) Tj/g)].map((match) => match[1] ?? '');
}

describe('papers', () => {
  const stories = storiesAt(NOW);

  test('an invoice says the claim’s merchant, date and amount, and adds up', async () => {
    const story = stories.find((one) => one.purchase.paper === 'invoice' && !one.withSlip);
    if (!story) throw new Error('no invoice');
    const [bill] = await billsOf(story, seededRandom(3), 5);
    if (!bill) throw new Error('no bill');
    const words = wordsOf(bill.bytes);
    const { taxable, central, state } = taxWithin(story.purchase.paise);
    expect(taxable + central + state).toBe(story.purchase.paise);
    for (const text of [
      story.purchase.merchant,
      printedDay(story.day),
      printedAmount(story.purchase.paise),
      printedAmount(taxable),
    ])
      expect(words).toContain(text);
  });

  test('a receipt is a readable picture, and another amount makes another one', async () => {
    const story = stories.find((one) => one.purchase.paper === 'receipt' && !one.withSlip);
    if (!story) throw new Error('no receipt');
    const [one] = await billsOf(story, seededRandom(3), 5);
    const [other] = await billsOf(
      { ...story, purchase: { ...story.purchase, paise: story.purchase.paise + 100 } },
      seededRandom(3),
      5,
    );
    const picture = await sharp(one?.bytes).raw().toBuffer({ resolveWithObject: true });
    expect(picture.info.width).toBe(624);
    expect(picture.info.height).toBeGreaterThan(500);
    // Ink on paper: neither empty nor black.
    const dark = picture.data.filter((value) => value < 128).length / picture.data.length;
    expect(dark).toBeGreaterThan(0.02);
    expect(dark).toBeLessThan(0.3);
    expect(one?.hash).not.toBe(other?.hash);
  });

  test('amounts are printed with Indian grouping', () => {
    expect([5, 12_345, 1_23_456_78, 10_00_00_000_00].map(printedAmount)).toEqual([
      '0.05',
      '123.45',
      '1,23,456.78',
      '10,00,00,000.00',
    ]);
  });
});
