import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { STATUS_CODES } from '#contract/enums.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { searchFigures, timeSearches } from './databaseTimes.ts';
import { fill, through } from './fill.ts';
import { lookUps, mainThread, ownLists } from './lists.ts';
import { startFloor, startServer, takeBuild, type RunningProcess } from './serverProcess.ts';
import { figuresOf, filled, log } from './onPostgres.ts';
import { reports } from './reports.ts';
import { starts } from './starts.ts';
import { insertInto, singleRows, submissions, uploads } from './submissions.ts';

const LARGE = 1_000_000;
const SMALL = 100_000;
const home = (): string => mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));

async function whileRunning<T>(process: RunningProcess, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await process.stop();
  }
}

async function embedded(build: string, rows: Figure[]): Promise<void> {
  const folder = home();
  const dataDir = path.join(folder, 'data');
  const where = 'embedded, 100,000 claims';
  try {
    say('filling the embedded database');
    const database = await openDatabase({ dataDir, log });
    await fill(through(database), SMALL, Date.now());
    await through(database).query('checkpoint');
    const [times] = await timeSearches(database);
    rows.push(...searchFigures(where, times));
    await database.close();
    say('starts');
    rows.push(...(await starts(build, dataDir)));
    const copy = path.join(folder, 'copy');
    cpSync(dataDir, copy, { recursive: true });
    say('reports');
    // Eight in ten claims are approved by the manager. A server of its own: what was asked before would hide what a
    // report takes.
    const fresh = await startServer(build, { dataDir });
    await whileRunning(fresh, async () => rows.push(...(await reports(where, fresh, SMALL * 0.8, {}, true))));
    say('lists');
    const server = await startServer(build, { dataDir });
    await whileRunning(server, async () => {
      const floor = await startFloor('embedded', path.join(copy, 'database'));
      await whileRunning(floor, async () => rows.push(...(await ownLists(where, server, floor))));
      rows.push(...(await lookUps(where, server)), ...(await mainThread(where, server)));
      say('submissions and uploads');
      // The floor writes to another folder on the same disk, through the same engine with the same syncs.
      const second = path.join(folder, 'second');
      const other = await openDatabase({ dataDir: second, log });
      const insert = insertInto(other, (text, values) => through(other).query(text, values));
      rows.push(
        ...(await submissions(where, server, { one: () => singleRows(insert, 1), many: () => singleRows(insert, 8) })),
      );
      await other.close();
      rows.push(...(await uploads(where, server)));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function postgres(build: string, rows: Figure[]): Promise<void> {
  const cluster = process.env['BENCH_DATABASE_URL'] ? null : await startPostgres();
  const folder = home();
  const where = 'PostgreSQL, 1,000,000 claims';
  try {
    const make = (): Promise<string> =>
      cluster ? cluster.createDatabase() : Promise.reject(new Error('BENCH_SMALL_DATABASE_URL is missing.'));
    const small = await filled('BENCH_SMALL_DATABASE_URL', SMALL, make);
    const large = await filled('BENCH_DATABASE_URL', LARGE, make);
    say('searches');
    rows.push(...(await figuresOf(where, large, small, 'at 1,000,000 claims against 100,000')));
    say('reports');
    // One claim in ten waits for finance.
    const fresh = await startServer(build, { dataDir: folder, databaseUrl: large });
    await whileRunning(fresh, async () =>
      rows.push(
        ...(await reports(
          where,
          fresh,
          LARGE * 0.1,
          { FINANCE_APPROVAL_STATUS: [String(STATUS_CODES.pending)] },
          false,
        )),
      ),
    );
    say('lists');
    const server = await startServer(build, { dataDir: folder, databaseUrl: large });
    await whileRunning(server, async () => {
      const floor = await startFloor('postgres', large);
      await whileRunning(floor, async () => rows.push(...(await ownLists(where, server, floor))));
      rows.push(...(await lookUps(where, server)), ...(await mainThread(where, server)));
      say('submissions and uploads');
      const pool = new pg.Pool({ connectionString: large, max: 8 });
      const insert = (n: number): Promise<unknown> =>
        pool.query({
          name: 'single',
          text: 'insert into files (hash, size, type, created_at) values ($1, 300000, $2, $3)',
          values: [`bench-${process.pid}-${n}`, 'image/jpeg', 1],
        });
      rows.push(
        ...(await submissions(where, server, { one: () => singleRows(insert, 1), many: () => singleRows(insert, 8) })),
      );
      await pool.query("delete from files where hash like 'bench-%'");
      await pool.end();
      rows.push(...(await uploads(where, server)));
    });
  } finally {
    await cluster?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Everything that is promised of the server, on the database that comes with it and on PostgreSQL where one is
 * installed.
 */
export async function benchServer(figures: Figure[]): Promise<void> {
  if (!existsSync(path.join(import.meta.dirname, '..', '..', 'dist', 'server', 'server.js')))
    throw new Error('There is no build; run npm run build first.');
  const build = takeBuild();
  const only = process.env['BENCH_DATABASE'];
  if (only !== 'postgres') await embedded(build, figures);
  if (only !== 'embedded') await postgres(build, figures);
}
