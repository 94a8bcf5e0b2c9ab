import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { STATUS_CODES } from '#contract/enums.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { addIndex } from '#server/platform/database/addIndex.ts';
import { aloneOn } from '#server/platform/database/alone.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Migrations } from '#server/platform/database/migrateInUse.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { loadEvenly } from '../support/load.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import type { Company } from './fill.ts';
import { lookUps } from './lists.ts';
import { figuresOf, filled } from './onPostgres.ts';
import { reports } from './reports.ts';
import { startServer, takeBuild, type RunningProcess } from './serverProcess.ts';
import { ownPage } from './shots.ts';
import { claimShots } from './submissions.ts';

/** Claims of three years. `VOLUME_CLAIMS`: fewer, to try it. */
const LARGE = Number(process.env['VOLUME_CLAIMS'] ?? 10_000_000);
const SMALL = LARGE / 10;
const YEARS = 3 * 365 * 86_400_000;
const companyOf = (claims: number): Company => ({
  employees: Math.max(2_000, claims / 500),
  managers: Math.max(100, claims / 10_000),
  apart: Math.floor(YEARS / claims),
});
const where = `PostgreSQL, ${LARGE.toLocaleString('en')} claims`;

/** What a release may do to the largest table. */
const STEPS: Migrations = {
  '9000_column': { up: async (db) => void (await sql`alter table claims add column bench_note text`.execute(db)) },
  '9001_index': { ahead: true, up: (db) => addIndex(db, 'claims_bench', sql`claims (claim_amount, created_at)`) },
  '9002_check': {
    up: async (db) =>
      void (await sql`
        alter table claims add constraint claims_bench check (bench_note <> '') not valid`.execute(db)),
  },
};
const change = (url: string): Promise<void> =>
  onOneConnection(url, (db) =>
    migrate(db, {
      inUse: { alone: aloneOn({ connectionString: url }), signal: new AbortController().signal },
      log: say,
      migrations: { ...migrations, ...STEPS },
    }),
  );
const changeBack = (url: string): Promise<unknown> =>
  onOneConnection(url, async (db) => {
    await sql`alter table claims drop column if exists bench_note`.execute(db);
    await sql`drop index if exists claims_bench`.execute(db);
    await sql`delete from kysely_migration where name >= '9'`.execute(db);
  });

/** What those who file and read feel of it, at twenty of each a second. */
async function changedInUse(url: string, server: RunningProcess): Promise<Figure[]> {
  const file = await claimShots(server);
  const longest = async (running: () => boolean): Promise<number> => {
    let [most, n] = [0, 0];
    while (running()) {
      const at = (n += 40);
      const taken = await loadEvenly(server.url, 40, 1, (k) => (k % 2 === 0 ? file(at + k) : ownPage(at + k)));
      if (Object.keys(taken.refused).length > 0) throw new Error(`Refused: ${JSON.stringify(taken.refused)}`);
      most = Math.max(most, taken.most);
    }
    return most;
  };
  const quietUntil = performance.now() + 30_000;
  const quiet = await longest(() => performance.now() < quietUntil);
  const start = performance.now();
  let changing = true;
  const changed = change(url).finally(() => (changing = false));
  const most = await longest(() => changing);
  await changed;
  const took = performance.now() - start;
  await changeBack(url);
  const budget = `a column, an index and a check added to the claims in use, ${where}`;
  return [
    { budget: `${budget}: the longest wait`, unit: 'ms', digits: 0, figure: most, goal: { atMost: 1_500 } },
    { budget: `${budget}: the longest in 30 s before`, unit: 'ms', digits: 0, figure: quiet, goal: {} },
    { budget: `${budget}: the whole of it`, unit: 's', digits: 1, figure: took / 1_000, goal: {} },
  ];
}

/** The lists, a report of a tenth of all, and an upgrade, on ten times what `bench -- server` measures. */
export async function benchVolume(figures: Figure[]): Promise<void> {
  const build = takeBuild();
  const cluster = await startPostgres();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  try {
    const make = (): Promise<string> => cluster.createDatabase();
    const small = await filled('VOLUME_SMALL_DATABASE_URL', SMALL, make, companyOf(SMALL));
    const large = await filled('VOLUME_DATABASE_URL', LARGE, make, companyOf(LARGE));
    say('searches');
    figures.push(...(await figuresOf(where, large, small, `at ${LARGE.toLocaleString('en')} claims against a tenth`)));
    const serving = async (work: (server: RunningProcess) => Promise<Figure[]>): Promise<void> => {
      const server = await startServer(build, { dataDir: folder, databaseUrl: large });
      try {
        figures.push(...(await work(server)));
      } finally {
        await server.stop();
      }
    };
    say('reports');
    const pending = { FINANCE_APPROVAL_STATUS: [String(STATUS_CODES.pending)] };
    await serving((server) => reports(where, server, LARGE * 0.1, pending, false));
    await serving((server) => lookUps(where, server));
    say('a change of the tables');
    await serving((server) => changedInUse(large, server));
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
