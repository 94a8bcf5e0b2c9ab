import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { systemBrowser } from '../../scripts/browser.mjs';
import { buildFloor } from '../buildFloor.ts';
import { wholeDemo } from '#tests/support/wholeDemo.ts';
import { startServer, takeBuild } from '../server/serverProcess.ts';
import { withBrowser } from '../support/browser.ts';
import { openLink } from '../support/link.ts';
import type { Figure, Goal } from '../support/report.ts';
import { say } from '../support/say.ts';
import { serveFolder } from '../support/serveFolder.ts';
import { median } from '../support/stats.ts';
import { openApp, openOutbox, tapToSaved, type Opening } from './app.ts';
import { clearQueue } from './clearing.ts';
import { financeDay } from './financeDay.ts';
import { openFloor } from './floor.ts';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 5);
/** As many as a manager clears between two meetings; the queue's page holds them. */
const CLEARED = 20;
/** A finance user's day. */
const DESK = Number(process.env['BENCH_DESK'] ?? 400);
const CLAIMS = Number(process.env['BENCH_OUTBOX'] ?? 100);

type Read = (opening: Opening) => number | null;
interface Line {
  budget: string;
  unit: string;
  of: Read;
  /** Of the floor page, when it is not the same figure. */
  floor?: Read;
  goal: Goal;
  scale?: number;
  digits?: number;
}

const LINES: readonly Line[] = [
  { budget: 'first paint, cold', unit: 'ms', of: (o) => o.cold.fcp, goal: { ratioAtMost: 0.4 } },
  { budget: 'list of 25 shown, cold, signed in', unit: 'ms', of: (o) => o.cold.shown, goal: { ratioAtMost: 1.3 } },
  {
    budget: 'script until the list is shown',
    unit: 'kB',
    of: (o) => o.cold.script,
    goal: { atMost: 160 },
    scale: 1e-3,
    digits: 1,
  },
  {
    budget: 'all bytes until the list is shown',
    unit: 'kB',
    of: (o) => o.cold.all,
    goal: { atMost: 180 },
    scale: 1e-3,
    digits: 1,
  },
  {
    budget: 'requests until the list is shown (the browser’s own for icons and manifest aside)',
    unit: '',
    of: (o) => o.cold.requests,
    goal: { atMost: 12 },
  },
  {
    budget: 'main thread blocked until shown, cold',
    unit: 'ms',
    of: (o) => o.cold.blocked,
    goal: { ratioAtMost: 1.5 },
  },
  { budget: 'list shown, warm', unit: 'ms', of: (o) => o.warm.shown, goal: { ratioAtMost: 1.2 } },
  { budget: 'list shown, offline, from IndexedDB', unit: 'ms', of: (o) => o.offline.shown, goal: { ratioAtMost: 1.2 } },
  { budget: 'first paint, offline', unit: 'ms', of: (o) => o.offline.fcp, goal: { atMost: 250 } },
  { budget: 'heap after load', unit: 'MB', of: (o) => o.cold.heap, goal: { ratioAtMost: 2 }, scale: 1e-6, digits: 1 },
  ...['open a claim', 'new claim', 'open the filters', 'next page'].map((name): Line => ({
    budget: `INP: ${name}`,
    unit: 'ms',
    of: (o) => o.acts[name] ?? null,
    floor: (o) => o.acts['act'] ?? null,
    goal: { ratioAtMost: 1.5, atMost: 100 },
  })),
  { budget: 'layout shift, openings and actions', unit: '', of: (o) => o.cls, goal: { atMost: 0.01 }, digits: 3 },
];

function figureOf(
  { budget, unit, of, floor = of, goal, scale = 1, digits = 0 }: Line,
  app: readonly Opening[],
  floors: readonly Opening[],
): Figure {
  const known = (list: readonly Opening[], read: Read): number[] =>
    list
      .map(read)
      .filter((value) => value !== null)
      .map((value) => value * scale);
  // One run in which nothing was shown is a figure that is missing, not one that is left out.
  const figure = known(app, of).length === app.length ? median(known(app, of)) : null;
  const ratios = app.map((opening, run) => {
    const [a, b] = [of(opening), floors[run] ? floor(floors[run]) : null];
    return a !== null && b ? a / b : Number.NaN;
  });
  const compared = goal.ratioAtMost !== undefined;
  return {
    budget,
    unit,
    digits,
    figure,
    goal,
    ...(compared && {
      floor: median(known(floors, floor)),
      ratio: figure === null ? null : median(ratios.filter((ratio) => !Number.isNaN(ratio))),
    }),
  };
}

/** A photo of this many bytes: noise, and a comment's worth of padding. */
async function photo(bytes: number): Promise<Buffer> {
  const picture = await sharp({
    create: {
      width: 1800,
      height: 1350,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 55 },
    },
  })
    .jpeg({ quality: 70 })
    .toBuffer();
  const parts = [picture.subarray(0, 2)];
  for (let missing = bytes - picture.length; missing > 4;) {
    const size = Math.min(missing - 4, 65_000);
    parts.push(Buffer.from([0xff, 0xfe, (size + 2) >> 8, (size + 2) & 255]), Buffer.alloc(size, 46));
    missing -= size + 4;
  }
  return Buffer.concat([...parts, picture.subarray(2)]);
}

/** Everything that is promised of the start and the feel, on the field phone. */
export async function benchStart(rows: Figure[]): Promise<void> {
  const browser = systemBrowser();
  if (!browser) throw new Error('No browser was found; set CHROME_BIN.');
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  const server = await startServer(takeBuild(), { dataDir, demo: true });
  // What a new server still makes in the background would be measured too.
  await wholeDemo(server.url);
  const link = await openLink(server.url);
  const folder = await serveFolder(await buildFloor());
  try {
    const app: Opening[] = [];
    const floors: Opening[] = [];
    for (let run = -1; run < RUNS; run++) {
      const a = await withBrowser(browser, link.url, (context) => openApp(context, link));
      const f = await withBrowser(browser, folder.url, (context) => openFloor(context, folder));
      say(
        `${run < 0 ? 'warm-up' : `run ${run + 1}`}: shown ` +
          (['cold', 'warm', 'offline'] as const)
            .map((start) => `${start} ${a[start].shown?.toFixed()} / ${f[start].shown?.toFixed()}`)
            .join(', ') +
          `; ${JSON.stringify(a.acts)}`,
      );
      if (run < 0) continue;
      app.push(a);
      floors.push(f);
    }
    rows.push(...LINES.map((line) => figureOf(line, app, floors)));
    const bill = await photo(1_900_000);
    const saved = await withBrowser(browser, link.url, (context) => tapToSaved(context, link, bill, 3));
    rows.push({
      budget: `a claim with a ${(bill.length / 1e6).toFixed(1)} MB bill: tap to saved on this phone`,
      unit: 'ms',
      figure: median(saved),
      goal: { atMost: 100 },
    });
    say(`saved after ${saved.map((ms) => ms.toFixed()).join(', ')} ms; filing ${CLAIMS} claims`);
    const cleared = await withBrowser(browser, link.url, (context) => clearQueue(context, link, CLEARED));
    rows.push({
      budget: `${CLEARED} claims decided one after the other without a network, each`,
      unit: 'ms',
      figure: median(cleared),
      goal: { atMost: 4_000 },
    });
    say(`decided after ${cleared.map((ms) => ms.toFixed()).join(', ')} ms`);
    const small = await photo(0);
    const desk = await financeDay(browser, server.url, DESK, small);
    rows.push({
      budget:
        `${DESK} rows decided by finance with the keyboard alone, from the key to the next row, ` +
        'each (not throttled)',
      unit: 'ms',
      figure: median(desk),
      goal: { atMost: 100 },
    });
    say(`${desk.length} rows, the slowest ${Math.max(...desk).toFixed()} ms`);
    const { empty, full } = await withBrowser(browser, link.url, (context) =>
      openOutbox(
        context,
        link,
        (n) =>
          Buffer.concat([small.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, 4, n >> 8, n & 255]), small.subarray(2)]),
        CLAIMS,
        RUNS,
      ),
    );
    rows.push({
      budget: `outbox of ${CLAIMS} claims with bills opens, against an empty one`,
      unit: 'ms',
      figure: median(full),
      floor: median(empty),
      goal: { ratioAtMost: 1.5 },
    });
  } finally {
    await link.close();
    await folder.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
