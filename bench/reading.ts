import { join } from 'node:path';
import type { BillReading } from '#domain/billReading/read.ts';
import { openModels } from '#files/reading/models.ts';
import { readPicture } from '#files/reading/readPicture.ts';
import { billNames, BILLS, MODEL_FILES, openPicture, TODAY, truthOf } from './support/bills.ts';
import { FIELDS, judged } from './support/judged.ts';
import type { Figure } from './support/report.ts';
import { median, percentile } from './support/stats.ts';

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
    const one = await read(join(BILLS, name));
    const { total, day } = one.reading ?? {};
    const holds = judged(one.reading, truthOf(name));
    for (const field of FIELDS) right[field] += holds[field] ? 1 : 0;
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
