import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { migrateAlone, type InUse, type Migrations } from './migrateInUse.ts';
import type { Tables } from './tables.ts';

export interface MigrateOptions {
  /** Called once before the first change to a database that already holds something. */
  beforeChange?: () => Promise<void>;
  /** The name of a backup that this build can open; null where none is known. */
  wayBack?: () => Promise<string | null>;
  /** Others may use the database meanwhile. */
  inUse?: InUse;
  log: (message: string) => void;
  /** Those of this build; tests have others. */
  migrations?: Migrations;
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
async function isUpToDate(db: Kysely<Tables>, known: Migrations): Promise<boolean> {
  const {
    rows: [found],
  } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db);
  if (!found?.there) return false;
  const { rows: done } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return done.length === Object.keys(known).length && done.every(({ name }) => Object.hasOwn(known, name));
}

/** Runs what is pending in one transaction. */
async function runAll(migrator: Migrator, log: (message: string) => void): Promise<void> {
  const { error, results } = await migrator.migrateToLatest();
  for (const result of error ? [] : (results ?? [])) log(`Migrated the database: ${result.migrationName}`);
  if (error) throw error;
}

const migratorOf = (db: Kysely<Tables>, known: Migrations): Migrator =>
  new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...known }) } });

/**
 * Brings the database up to this version. Servers starting at once on one PostgreSQL wait for each other. All
 * migrations run in one transaction, so a killed one leaves nothing half done; where others use the database, in one
 * for each that is run ahead. Throws `StartupError` when the database is newer than this server.
 */
export async function migrate(
  db: Kysely<Tables>,
  { beforeChange, wayBack, inUse, log, migrations: known = migrations }: MigrateOptions,
): Promise<void> {
  if (await isUpToDate(db, known)) return;
  if (inUse) {
    // Who is too old for it need not wait for others first.
    await migrationState(db, known);
    await migrateAlone(db, inUse, {
      migrations: known,
      log,
      pending: async () => {
        const { applied, pending } = await migrationState(db, known);
        return applied.length === 0 ? null : pending;
      },
      make: () => runAll(migratorOf(db, known), log),
    });
    return;
  }
  const migrator = migratorOf(db, known);
  const all = await migrator.getMigrations();
  const pending = all.filter((migration) => !migration.executedAt).length;
  if (pending > 0 && pending < all.length) await beforeChange?.();
  try {
    await runAll(migrator, log);
  } catch (error) {
    if (error instanceof Error && /corrupted migrations/.test(error.message)) throw tooNew((await wayBack?.()) ?? null);
    throw error;
  }
}
