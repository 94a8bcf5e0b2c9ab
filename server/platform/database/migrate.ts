import { sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrations } from '#server/migrations/migrations.ts';
import type { Tables } from './tables.ts';

export type Migrations = Readonly<Record<string, Migration>>;

export interface MigrateOptions {
  /** Called once before the first change to a database that already holds something. */
  beforeChange?: () => Promise<void>;
  /** The name of a backup that this build can open; null where none is known. */
  wayBack?: () => Promise<string | null>;
  log: (message: string) => void;
}

/** Says how to go back from a database that a newer build has changed. `backup`: one that this build can open. */
const tooNew = (backup: string | null): StartupError =>
  new StartupError(
    'The database was made by a newer version of this server. Start that version, or restore a backup made before ' +
      `the upgrade${backup === null ? '' : `: npm run restore -- ${backup}`}.`,
  );

/**
 * What was applied to the database and what is pending, in order. Throws `StartupError` where it holds migrations that
 * are unknown here, or others than the first of them.
 */
export async function migrationState(
  db: Kysely<Tables>,
  known: Migrations = migrations,
): Promise<{ applied: string[]; pending: string[] }> {
  const { rows: found } = await sql<{ there: boolean }>`
    select to_regclass('kysely_migration') is not null as there`.execute(db);
  const { rows } = found[0]?.there
    ? await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    : { rows: [] };
  const names = Object.keys(known).toSorted();
  if (rows.some(({ name }, at) => name !== names[at])) throw tooNew(null);
  return { applied: names.slice(0, rows.length), pending: names.slice(rows.length) };
}

/**
 * Nearly every start has nothing to do. The migrator reads the whole catalogue three times to know that, which the
 * embedded database takes a while for.
 */
async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!found?.there) return false;
  const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return done.length === Object.keys(migrations).length && done.every(({ name }) => Object.hasOwn(migrations, name));
}

/**
 * Brings the database up to this version. Servers starting at once on one PostgreSQL wait for each other (Kysely's
 * migrator takes an advisory lock); all migrations run in one transaction, so a killed one leaves nothing half done.
 * Throws `StartupError` when the database is newer than this server.
 */
export async function migrate(db: Kysely<Tables>, { beforeChange, wayBack, log }: MigrateOptions): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => !migration.executedAt).length;
  if (pending > 0 && pending < known.length) await beforeChange?.();
  const { error, results } = await migrator.migrateToLatest();
  for (const result of results ?? [])
    if (result.status === 'Success') log(`Migrated the database: ${result.migrationName}`);
  if (error instanceof Error && /corrupted migrations/.test(error.message)) throw tooNew((await wayBack?.()) ?? null);
  if (error) throw error;
}
