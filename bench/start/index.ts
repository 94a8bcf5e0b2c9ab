import sharp from 'sharp';
import { buildFloor } from '../buildFloor.ts';
import { withBrowser } from '../support/browser.ts';
import { withDemo, type Demo } from '../support/demo.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { serveFolder } from '../support/serveFolder.ts';
import { median } from '../support/stats.ts';
import { openApp, openOutbox, tapToSaved, type Opening } from './app.ts';
import { clearQueue } from './clearing.ts';
import { financeDay, sendWaiting } from './financeDay.ts';
import { openFloor } from './floor.ts';
import { startFigures } from './lines.ts';

const RUNS = Number(process.env['BENCH_RUNS'] ?? 7);
/** As many as a manager clears between two meetings; the queue's page holds them. */
const CLEARED = 20;
/** What a person in finance decided on a train. */
const SENT = 100;
/** A finance user's day. */
const DESK = Number(process.env['BENCH_DESK'] ?? 400);
const CLAIMS = Number(process.env['BENCH_OUTBOX'] ?? 100);

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
export const benchStart = (rows: Figure[]): Promise<void> => withDemo((demo) => measure(demo, rows));

async function measure({ browser, url, link }: Demo, rows: Figure[]): Promise<void> {
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
    rows.push(...startFigures(app, floors));
    const bill = await photo(1_900_000);
    const saved = await withBrowser(browser, link.url, (context) => tapToSaved(context, link, bill, 3));
    rows.push({
      budget: `a claim with a ${(bill.length / 1e6).toFixed(1)} MB bill: tap to saved on this phone`,
      unit: 'ms',
      figure: median(saved),
      goal: { atMost: 100 },
      headline: true,
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
    const desk = await financeDay(browser, url, DESK, small);
    rows.push({
      budget:
        `${DESK} rows decided by finance with the keyboard alone, from the key to the next row, ` +
        'each (not throttled)',
      unit: 'ms',
      figure: median(desk),
      goal: { atMost: 60 },
    });
    say(`${desk.length} rows, the slowest ${Math.max(...desk).toFixed()} ms`);
    rows.push({
      budget: `${SENT} waiting decisions sent when the network is back, each`,
      unit: 'ms',
      figure: await sendWaiting(browser, url, { decisions: SENT, bill: small }),
      goal: { atMost: 60 },
    });
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
    await folder.close();
  }
}
