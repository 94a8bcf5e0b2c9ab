import { join } from 'node:path';
import type { BillReading } from '#domain/billReading/read.ts';
import { openModels } from '#files/reading/models.ts';
import { readPicture } from '#files/reading/readPicture.ts';
import { billNames, BILLS, MODEL_FILES, openPicture, TODAY, truthOf } from './support/bills.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/stats.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** '25/12/2018', '03 MAR 2018', '25-12-18', day before month. */
function dayOfTruth(text: string): string {
  const [, day = '', name = '', year = ''] =
    /(\d{1,2})[^\dA-Z]*(\d{1,2}|[A-Z]{3})[^\d]*(\d{4}|\d{2})/i.exec(text) ?? [];
  const month = /\d/.test(name) ? name : String(MONTHS.indexOf(name.toUpperCase()) + 1);
  return `${year.length === 2 ? '20' : ''}${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

/** How alike two names are, by letters and digits alone: 1 less the changes from one to the other, by its length. */
function alike(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')) as [string, string];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      );
    row = next;
  }
  return 1 - (row[b.length] ?? 0) / Math.max(a.length, b.length, 1);
}

interface Read {
  reading: BillReading | null;
  /**
   * Seconds of processor until a total stood, and until all did: clocks of shared machines tell more of the others.
   * Models are opened afresh, as for each photo.
   */
  total: number;
  all: number;
}

async function read(path: string): Promise<Read> {
  const picture = await openPicture(path);
  const start = process.cpuUsage();
  const since = (): number => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000_000;
  };
  const models = await openModels(MODEL_FILES);
  let total: number | undefined;
  const result = await readPicture(picture, models, TODAY, async () => {
    total = since();
  });
  await models.close();
  const all = since();
  return { reading: result?.reading ?? null, total: total ?? all, all };
}

/** Reads the bills of a folder with the phone's own engine and rules, on one core. */
export async function benchReading(figures: Figure[]): Promise<void> {
  const names = billNames();
  if (names.length === 0) return;
  const before = process.memoryUsage().rss;
  const right = { total: 0, day: 0, merchant: 0 };
  let wrong = 0;
  const times: Read[] = [];
  for (const name of names) {
    const truth = truthOf(name);
    const one = await read(join(BILLS, name));
    const { total, day, merchant } = one.reading ?? {};
    const paise = Math.round(Number(truth.total.replace(/[^\d.]/g, '')) * 100);
    const holds = {
      total: total?.value === paise,
      day: day?.value === dayOfTruth(truth.date),
      merchant: alike(merchant?.value ?? '', truth.company) >= 0.9,
    };
    for (const field of ['total', 'day', 'merchant'] as const) right[field] += holds[field] ? 1 : 0;
    if ((total?.confidence === 'sure' && !holds.total) || (day?.confidence === 'sure' && !holds.day)) wrong += 1;
    times.push(one);
    console.log(`${name}: ${one.total.toFixed(1)} s, ${one.all.toFixed(1)} s, ${JSON.stringify(holds)}`);
  }
  const percent = (count: number): number => (100 * count) / names.length;
  const seconds = (of: 'total' | 'all'): number[] => times.map((one) => one[of]);
  figures.push(
    { budget: 'Bills', unit: '', figure: names.length, goal: {} },
    { budget: 'Total, exact', unit: '%', figure: percent(right.total), goal: { atLeast: 90 }, digits: 1 },
    { budget: 'Date, exact', unit: '%', figure: percent(right.day), goal: { atLeast: 92 }, digits: 1 },
    {
      budget: 'Merchant, nine tenths alike',
      unit: '%',
      figure: percent(right.merchant),
      goal: { atLeast: 88 },
      digits: 1,
    },
    {
      budget: 'Bills with a total or date that is sure and wrong',
      unit: '%',
      figure: percent(wrong),
      goal: { atMost: 2 },
      digits: 1,
    },
    {
      budget: 'Seconds of one core until a total stands, median',
      unit: 's',
      figure: median(seconds('total')),
      goal: {},
      digits: 1,
    },
    { budget: 'the same, p90', unit: 's', figure: percentile(seconds('total'), 90), goal: {}, digits: 1 },
    {
      budget: 'Seconds of one core until all is read, median',
      unit: 's',
      figure: median(seconds('all')),
      goal: {},
      digits: 1,
    },
    { budget: 'the same, p90', unit: 's', figure: percentile(seconds('all'), 90), goal: {}, digits: 1 },
    {
      budget: 'Memory at most, beyond that of the process before',
      unit: 'MB',
      figure: process.resourceUsage().maxRSS / 1_000 - before / 1_000_000,
      goal: { atMost: 350 },
    },
  );
}
