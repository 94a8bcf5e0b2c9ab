import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import type { Database } from '#server/platform/database/database.ts';
import { load, loadEvenly, shoot, type LoadResult, type Shot } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { employeeId } from './fill.ts';
import { inTurn } from './rounds.ts';
import type { RunningProcess } from './serverProcess.ts';
import { submission, upload } from './shots.ts';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const IN_FLIGHT = 64;
const PEOPLE = 64;

const SINGLE_ROW = 'insert into files (hash, size, type, created_at) values ($1, 300000, $2, $3)';

let made = 0;

/** One row inserted and on the disk before the next, on each of `connections`: how many a second. */
export async function singleRows(insert: (n: number) => Promise<unknown>, connections: number): Promise<number> {
  const start = performance.now();
  let done = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() - start < SECONDS * 1000) {
      await insert(made++);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return done / ((performance.now() - start) / 1000);
}

/** A single-row insert through the server's own database layer, synced before it counts. */
export const insertInto =
  (database: Database, run: (text: string, values: unknown[]) => Promise<unknown>) =>
  async (n: number): Promise<void> => {
    await run(SINGLE_ROW, [`bench-${process.pid}-${n}`, 'image/jpeg', 1]);
    await database.durable();
  };

/** What files claims, one person after the other, each with a bill of their own. */
export async function claimShots(server: RunningProcess): Promise<(n: number) => Shot> {
  const prints = await oneBillEach(server);
  return (n) => submission(employeeId(n % PEOPLE), prints[n % PEOPLE] ?? '', n);
}

async function oneBillEach(server: RunningProcess): Promise<string[]> {
  const agent = new http.Agent({ keepAlive: true });
  const prints: string[] = [];
  for (let n = 0; n < PEOPLE; n++) {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: { r: n, g: 90, b: 120 } } })
      .jpeg()
      .toBuffer();
    const { status, body } = await shoot(agent, server.url, upload(employeeId(n), bytes));
    if (status !== 200) throw new Error(`A bill was not taken: ${status} ${body.toString()}`);
    prints.push((JSON.parse(body.toString()) as { data: { fingerPrint: string } }).data.fingerPrint);
  }
  agent.destroy();
  return prints;
}

/** Claims filed and on the disk before the answer, against single rows inserted and on the disk, in turn. */
export async function submissions(
  where: string,
  server: RunningProcess,
  floors: { one: () => Promise<number>; many: () => Promise<number> },
): Promise<Figure[]> {
  const next = await claimShots(server);
  const allTaken = ({ refused }: Pick<LoadResult, 'refused'>): void => {
    if (Object.keys(refused).length > 0) throw new Error(`Not every claim was taken: ${JSON.stringify(refused)}`);
  };
  const file = async (): Promise<number> => {
    const result = await load(server.url, IN_FLIGHT, SECONDS, next);
    allTaken(result);
    // What the server does afterwards (a checkpoint, say) is not the floor's to bear.
    await wait(300);
    return result.perSecond;
  };
  const one = await inTurn(ROUNDS, file, floors.one);
  const many = await inTurn(ROUNDS, file, floors.many);
  const halves: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const half = await loadEvenly(server.url, one.figure / 2, SECONDS, next);
    allTaken(half);
    halves.push(half.p99);
  }
  return [
    {
      budget: `durable claim submissions, ${where}, against single-row durable inserts on one connection`,
      unit: '/s',
      ...one,
      goal: where.startsWith('embedded') ? { ratioAtLeast: 0.45, atLeast: 700 } : { ratioAtLeast: 0.4, atLeast: 1_200 },
    },
    {
      budget: `a submission at half of that load, ${where}, p99 (median of ${ROUNDS})`,
      unit: 'ms',
      digits: 1,
      figure: median(halves),
      goal: { atMost: 50 },
    },
    { budget: `the same against single rows from eight callers, ${where}`, unit: '/s', ...many, goal: {} },
  ];
}

/** Bills of 300 kB, every one different, taken, judged, hashed and on the disk. */
export async function uploads(where: string, server: RunningProcess): Promise<Figure[]> {
  // Noise does not compress: its size says how large the picture must be.
  const noise = await sharp({
    create: {
      width: 900,
      height: 700,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg({ quality: 78 })
    .toBuffer();
  const bill = (n: number): Buffer => {
    // A comment segment behind the start mark makes every one different.
    const words = Buffer.from(`bench ${process.pid} ${n}`);
    return Buffer.concat([
      noise.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, words.length + 2]),
      words,
      noise.subarray(2),
    ]);
  };
  const rates: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { perSecond, refused } = await load(server.url, 8, SECONDS, () => upload(employeeId(made), bill(made++)));
    if (Object.keys(refused).length > 0) throw new Error(`Not every bill was taken: ${JSON.stringify(refused)}`);
    rates.push(perSecond);
  }
  rates.sort((a, b) => a - b);
  return [
    {
      budget: `bill uploads of ${Math.round(noise.length / 1000)} kB, ${where}`,
      unit: '/s',
      figure: rates[rates.length >> 1] ?? null,
      goal: { atLeast: 60 },
    },
  ];
}
