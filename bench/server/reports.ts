import { get } from 'node:http';
import { downloadLocalExpenses } from '#contract/calls/reports.ts';
import { urlOf } from '#contract/endpoint.ts';
import { encodeListQuery, type Filters } from '#contract/query.ts';
import { load } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import { median } from '../support/stats.ts';
import { FINANCE_ID } from './fill.ts';
import type { RunningProcess } from './serverProcess.ts';
import { headersOf, ownPage } from './shots.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const MB = 2 ** 20;

interface Downloaded {
  /** Milliseconds. */
  firstByte: number;
  whole: number;
  bytes: number;
}

/** Downloads a workbook, taking it as fast as it comes. */
function download(url: string, filters: Filters): Promise<Downloaded> {
  const path = urlOf(downloadLocalExpenses, { list: encodeListQuery({ filters }), query: { format: 'xlsx' } });
  const start = performance.now();
  return new Promise((done, fail) => {
    get(url + path, { headers: headersOf(FINANCE_ID) }, (response) => {
      let [firstByte, bytes] = [0, 0];
      if (response.statusCode !== 200) fail(new Error(`The report was answered with ${response.statusCode}`));
      response.on('data', (piece: Buffer) => {
        firstByte ||= performance.now() - start;
        bytes += piece.length;
      });
      response.once('error', fail).once('end', () => done({ firstByte, whole: performance.now() - start, bytes }));
    }).once('error', fail);
  });
}

/** A large workbook: what it adds to the server's memory, when its first byte comes, and what others feel of it. */
export async function reports(
  where: string,
  server: RunningProcess,
  rows: number,
  filters: Filters,
  cached: boolean,
): Promise<Figure[]> {
  // What any first request brings into memory is not the report's doing, and neither is what an embedded database reads
  // into its own cache.
  await load(server.url, 2, 1, (i) => ownPage(i));
  if (cached) await download(server.url, filters);
  const before = await server.memory();
  const taken: Downloaded[] = [];
  for (let round = 0; round < ROUNDS; round += 1) taken.push(await download(server.url, filters));
  const peak = await server.memory();
  await server.delay();
  let running = true;
  let n = 0;
  const others = (async () => {
    while (running) await load(server.url, 2, 0.5, () => ownPage(n++));
  })();
  await download(server.url, filters);
  const delay = await server.delay();
  running = false;
  await others;
  const name = `XLSX of ${rows.toLocaleString('en')} rows`;
  return [
    {
      budget: `${name}, first byte, ${where}`,
      unit: 'ms',
      digits: 0,
      figure: median(taken.map(({ firstByte }) => firstByte)),
      goal: { atMost: 300 },
    },
    {
      budget: `${name}, memory added, ${where}`,
      unit: 'MB',
      digits: 0,
      figure: (peak - before) / MB,
      goal: { atMost: 150 },
    },
    {
      budget: `${name}, the whole file, ${where}`,
      unit: 's',
      digits: 1,
      figure: median(taken.map(({ whole }) => whole)) / 1_000,
      goal: {},
    },
    {
      budget: `main-thread delay p99 while it is made, ${where}`,
      unit: 'ms',
      digits: 1,
      figure: delay,
      goal: { atMost: 10 },
    },
  ];
}
