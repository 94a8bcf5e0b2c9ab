import { readFileSync } from 'node:fs';
import type { CDPSession } from '@playwright/test';
import sharp from 'sharp';
import { FITTED_PHOTO } from '#contract/limits.ts';
import { withFitter, type Fitter } from './support/fitter.ts';
import { photo } from './support/photos.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';
import { percentile } from './support/stats.ts';

const PHOTOS = Number(process.env['PHOTOS'] ?? 200);
const MEGAPIXELS = { least: 0.3, most: 50 } as const;
/** How many times slower than this machine a field phone is. */
const SLOWER = 6;

/** Evenly spread by their ratio. */
const megapixelsOf = (n: number): number =>
  MEGAPIXELS.least * (MEGAPIXELS.most / MEGAPIXELS.least) ** (n / Math.max(1, PHOTOS - 1));

/** The processes of pages, and the seconds of processor that each took so far, its workers among them. */
async function renderersOf(cdp: CDPSession): Promise<Map<number, number>> {
  const { processInfo } = await cdp.send('SystemInfo.getProcessInfo');
  return new Map(processInfo.filter(({ type }) => type === 'renderer').map(({ id, cpuTime }) => [id, cpuTime]));
}

const total = (renderers: ReadonlyMap<number, number>): number =>
  [...renderers.values()].reduce((sum, cpu) => sum + cpu, 0);

/** Megabytes that a process has to itself: what it maps of files is the browser's code. */
const ownOf = (pid: number): number =>
  [...readFileSync(`/proc/${pid}/status`, 'utf8').matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm)].reduce(
    (sum, [, kilobytes]) => sum + Number(kilobytes) / 1_000,
    0,
  );

/** The most that these took beside what they had, looked at every few milliseconds while `work` goes on. */
async function mostBeside(pids: readonly number[], work: () => Promise<void>): Promise<number> {
  const before = new Map(pids.map((pid) => [pid, ownOf(pid)]));
  let most = 0;
  const look = (): void => {
    for (const [pid, megabytes] of before) most = Math.max(most, ownOf(pid) - megabytes);
  };
  const timer = setInterval(look, 5);
  await work().finally(() => clearInterval(timer));
  return most;
}

/**
 * Makes photos of every size fit in the built app's own worker. Time is that of the processor, so that other work of
 * this machine does not count, by six: a browser's slowdown does not reach workers.
 */
export const benchCapture = (figures: Figure[]): Promise<void> => withFitter((fitter) => measure(fitter, figures));

async function measure({ page, bring, fit, take }: Fitter, figures: Figure[]): Promise<void> {
  const cdp = await page.context().browser()?.newBrowserCDPSession();
  if (!cdp) throw new Error('The browser is gone.');
  const own = await page.context().newCDPSession(page);
  const seconds: number[] = [];
  const memory: number[] = [];
  let within = 0;
  for (let n = 0; n < PHOTOS; n += 1) {
    const taken = await photo(megapixelsOf(n), n);
    await own.send('HeapProfiler.collectGarbage');
    await bring(taken);
    const before = await renderersOf(cdp);
    memory.push(await mostBeside([...before.keys()], fit));
    seconds.push((total(await renderersOf(cdp)) - total(before)) * SLOWER);
    const made = await take();
    const { width, height } = await sharp(made).metadata();
    if (made.length <= FITTED_PHOTO.bytes && Math.max(width, height) <= FITTED_PHOTO.longSide) within += 1;
    if (n % 20 === 19) {
      const took = `${seconds.at(-1)?.toFixed(2)} s, ${memory.at(-1)?.toFixed()} MB`;
      say(`${n + 1} photos; the last: ${taken.length} bytes, ${took}`);
    }
  }
  figures.push(
    {
      budget: `Photos of 0.3 to 50 megapixels within 600 kB and 2,000 px, of ${PHOTOS}`,
      unit: '',
      figure: within,
      goal: { atLeast: PHOTOS },
    },
    {
      budget: `Seconds of processor for one, by ${SLOWER}, median`,
      unit: 's',
      figure: percentile(seconds, 50),
      goal: {},
      digits: 2,
    },
    { budget: 'the same, p95', unit: 's', figure: percentile(seconds, 95), goal: { atMost: 3 }, digits: 2 },
    { budget: 'the same, the slowest', unit: 's', figure: Math.max(...seconds), goal: {}, digits: 2 },
    {
      budget: 'Memory that making one fit took at most, beside the page with its photo',
      unit: 'MB',
      figure: Math.max(...memory),
      goal: { atMost: 200 },
    },
  );
}
