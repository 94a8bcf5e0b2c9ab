import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { FITTED_PHOTO } from '#contract/limits.ts';
import { systemBrowser } from '../scripts/browser.mjs';
import { photo } from './support/photos.ts';
import type { Figure } from './support/report.ts';
import { say } from './support/say.ts';
import { percentile } from './support/stats.ts';

const CLIENT = path.join(import.meta.dirname, '..', 'dist', 'client');
const PHOTOS = Number(process.env['PHOTOS'] ?? 200);
const MEGAPIXELS = { least: 0.3, most: 50 } as const;
/** How many times slower than this machine a field phone is. */
const SLOWER = 6;
const ORIGIN = 'http://localhost:1';

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

interface Fitted {
  bytes: number;
  width: number;
  height: number;
}

/** Where the page keeps the photo and what became of it. */
type Held = Window & { photo?: ArrayBuffer; made?: ArrayBuffer };

/** The photo of `/photo` through the worker of the build, as the form asks it. */
const fit = (page: Page, worker: string): Promise<void> =>
  page.evaluate(async (address) => {
    const held = window as Held;
    const bytes = held.photo;
    const decoder = new Worker(address, { type: 'module' });
    held.made = await new Promise<ArrayBuffer | undefined>((resolve, reject) => {
      decoder.addEventListener('error', () => reject(new Error('No worker.')));
      decoder.addEventListener('message', ({ data }: MessageEvent<{ made: ArrayBuffer | null } | { failed: true }>) => {
        if ('failed' in data) reject(new Error('Not decoded.'));
        else resolve(data.made ?? bytes);
      });
      decoder.postMessage({ kind: 'fit', bytes, type: 'image/jpeg' });
    }).finally(() => decoder.terminate());
  }, worker);

const fetchPhoto = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    (window as Held).photo = await (await fetch('/photo')).arrayBuffer();
  });

/** What became of it; the page forgets both. */
const takeMade = (page: Page): Promise<Fitted> =>
  page.evaluate(async () => {
    const held = window as Held;
    const made = new Blob(held.made ? [held.made] : []);
    delete held.photo;
    delete held.made;
    const { width, height } = await createImageBitmap(made);
    return { bytes: made.size, width, height };
  });

/**
 * Makes photos of every size fit in the built app's own worker. Time is that of the processor, so that other work of
 * this machine does not count, by six: a browser's slowdown does not reach workers.
 */
export async function benchCapture(figures: Figure[]): Promise<void> {
  const executablePath = systemBrowser();
  const name = readdirSync(path.join(CLIENT, 'assets')).find((file) => /^picture\.worker-.*\.js$/.test(file));
  if (!executablePath || name === undefined) throw new Error('A browser and a build are needed: npm run build.');
  const worker = `/assets/${name}`;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const cdp = await browser.newBrowserCDPSession();
    let taken: Buffer = Buffer.alloc(0);
    // Nothing listens there: what is asked for is answered here.
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname === '/photo') return route.fulfill({ contentType: 'image/jpeg', body: taken });
      if (pathname.startsWith('/assets/')) return route.fulfill({ path: path.join(CLIENT, pathname) });
      return route.fulfill({ contentType: 'text/html', body: '<title>Photos</title>' });
    });
    await page.goto(ORIGIN);
    const own = await page.context().newCDPSession(page);
    const seconds: number[] = [];
    const made: Fitted[] = [];
    const memory: number[] = [];
    for (let n = 0; n < PHOTOS; n += 1) {
      taken = await photo(megapixelsOf(n), n);
      await own.send('HeapProfiler.collectGarbage');
      await fetchPhoto(page);
      const before = await renderersOf(cdp);
      memory.push(await mostBeside([...before.keys()], () => fit(page, worker)));
      seconds.push((total(await renderersOf(cdp)) - total(before)) * SLOWER);
      made.push(await takeMade(page));
      if (n % 20 === 19) {
        const took = `${seconds.at(-1)?.toFixed(2)} s, ${memory.at(-1)?.toFixed()} MB`;
        say(`${n + 1} photos; the last: ${taken.length} bytes, ${took}`);
      }
    }
    const within = ({ bytes, width, height }: Fitted): boolean =>
      bytes <= FITTED_PHOTO.bytes && Math.max(width, height) <= FITTED_PHOTO.longSide;
    figures.push(
      {
        budget: `Photos of 0.3 to 50 megapixels within 600 kB and 2,000 px, of ${PHOTOS}`,
        unit: '',
        figure: made.filter(within).length,
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
  } finally {
    await browser.close();
  }
}
