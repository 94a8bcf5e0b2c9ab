import { load, type LoadResult } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import { employeeId, FINANCE_ID } from './fill.ts';
import { inTurn } from './rounds.ts';
import type { RunningProcess } from './serverProcess.ts';
import { listShot, lookUpShot, ownPage } from './shots.ts';

const CONNECTIONS = 32;
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);

const allServed = ({ refused, perSecond }: LoadResult): number => {
  if (Object.keys(refused).length > 0) throw new Error(`Not every request was served: ${JSON.stringify(refused)}`);
  return perSecond;
};

let n = 0;
const floorPage = (path: string) => () => ({
  method: 'GET',
  path: `/${path}?owner=${employeeId(7 * n++)}`,
  headers: {},
});

/** The employee's list over the whole HTTP path against the same rows behind bare Fastify. */
export async function ownLists(where: string, server: RunningProcess, floor: RunningProcess): Promise<Figure[]> {
  const served = async (): Promise<number> =>
    allServed(await load(server.url, CONNECTIONS, SECONDS, () => ownPage(n++)));
  const bare = (path: string) => async (): Promise<number> =>
    allServed(await load(floor.url, CONNECTIONS, SECONDS, floorPage(path)));
  const page = await inTurn(ROUNDS, served, bare('page'));
  const rows = await inTurn(ROUNDS, served, bare('rows'));
  return [
    { budget: `own list, 25 with count and bills, ${where}`, unit: '/s', ...page, goal: { ratioAtLeast: 0.7 } },
    { budget: `the same against one table alone, without bills, ${where}`, unit: '/s', ...rows, goal: {} },
  ];
}

/** The main thread's delay while finance pages through everything and employees look at their lists. */
export async function mainThread(where: string, server: RunningProcess): Promise<Figure[]> {
  await server.delay();
  await Promise.all([
    load(server.url, 1, SECONDS, () => listShot(FINANCE_ID, {})),
    load(server.url, 2, SECONDS, () => ownPage(n++)),
  ]);
  return [
    {
      budget: `main-thread delay p99 under finance's list, ${where}`,
      unit: 'ms',
      digits: 1,
      figure: await server.delay(),
      goal: { atMost: 10 },
    },
  ];
}

/** Suggestions of people, one at a time. */
export async function lookUps(where: string, server: RunningProcess): Promise<Figure[]> {
  const words = ['Asha', 'ravi m', 'uma', '77', 'Kul', 'qureshi'];
  const result = await load(server.url, 1, SECONDS, (i) => lookUpShot(FINANCE_ID, words[i % words.length] ?? ''));
  allServed(result);
  return [
    {
      budget: `people look-up p95, over HTTP, ${where}`,
      unit: 'ms',
      digits: 1,
      figure: result.p95,
      goal: { atMost: 5 },
    },
  ];
}
