import { sql, type Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrations } from '#server/migrations/migrations.ts';
import type { Tables } from './tables.ts';

export interface MigrateOptions {
  /** Called once before the first change to a database that already holds something. */
  beforeChange?: () => Promise<void>;
  log: (message: string) => void;
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
export async function migrate(db: Kysely<Tables>, { beforeChange, log }: MigrateOptions): Promise<void> {
  if (await isUpToDate(db)) return;
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
  const known = await migrator.getMigrations();
  const pending = known.filter((migration) => !migration.executedAt).length;
  if (pending > 0 && pending < known.length) await beforeChange?.();
  const { error, results } = await migrator.migrateToLatest();
  for (const result of results ?? [])
    if (result.status === 'Success') log(`Migrated the database: ${result.migrationName}`);
  if (error instanceof Error && /corrupted migrations/.test(error.message))
    throw new StartupError(
      'The database was made by a newer version of this server. ' +
        'Start that version, or restore a backup made before the upgrade.',
    );
  if (error) throw error;
}
