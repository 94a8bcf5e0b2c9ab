import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { migrations } from '#server/migrations/migrations.ts';
import { StartupError } from '#server/platform/base/errors.ts';
import { migrationState } from './migrate.ts';
import { onOneConnection } from './postgres.ts';
import { rehearseOn, type Rehearsal, type RehearsalOptions } from './rehearsal.ts';
import { columnsOf, copySequences, refill, schemaOf, tablesIn, withoutForeignKeys } from './tableCopy.ts';
import type { Tables } from './tables.ts';

/*
 * The copy is a schema beside the real one, made by the migrations that were applied and filled by PostgreSQL itself:
 * this takes no tool, no second database and no other role, and the servers go on working. All of it is one transaction
 * that is rolled back, so that a killed rehearsal leaves nothing behind.
 */

/** How long the copy took, and how much was copied. */
export interface SchemaCopy {
  bytes: number;
  millis: number;
}

async function copyTable(tx: Transaction<Tables>, from: string, to: string, table: string): Promise<void> {
  const columns = await columnsOf(tx, to, table);
  const list = sql.join(columns.map(({ name }) => sql.ref(name)));
  await refill(tx, to, table, async () => {
    await sql`
      insert into ${sql.id(to, table)} (${list}) overriding system value
        select ${list} from ${sql.id(from, table)}`.execute(tx);
  });
}

/** Makes the copy and has the transaction work on it from then on. */
async function copySchema(tx: Transaction<Tables>, schema: string): Promise<SchemaCopy> {
  const begun = performance.now();
  const { applied } = await migrationState(tx);
  const from = await schemaOf(tx);
  await sql`create schema ${sql.id(schema)}`.execute(tx);
  await sql`set local search_path = ${sql.id(schema)}`.execute(tx);
  for (const name of applied) await migrations[name]?.up(tx);
  const tables = await tablesIn(tx, schema);
  await withoutForeignKeys(tx, schema, tables, async () => {
    for (const table of tables) await copyTable(tx, from, schema, table);
  });
  await copyTableOfMigrations(tx, from, schema);
  await copySequences({ db: tx, schema: from }, { tx, schema });
  const { rows: sizes } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass)), 0) as bytes
      from pg_tables where schemaname = ${schema}`.execute(tx);
  return { bytes: sizes[0]?.bytes ?? 0, millis: performance.now() - begun };
}

/** What says which migrations were applied; the migrator makes it, and no migration. */
async function copyTableOfMigrations(tx: Transaction<Tables>, from: string, to: string): Promise<void> {
  await sql`create table ${sql.id(to, 'kysely_migration')} as table ${sql.id(from, 'kysely_migration')}`.execute(tx);
}

/**
 * Rehearses an upgrade of the database at this address while its servers go on. Throws `StartupError` where no copy can
 * be made.
 */
export async function rehearseOnPostgres(
  databaseUrl: string,
  options: RehearsalOptions,
): Promise<{ copy: SchemaCopy; rehearsal: Rehearsal }> {
  return onOneConnection(databaseUrl, (db) =>
    rehearseOn(db, (tx) => copySchema(tx, `upgrade_check_${randomBytes(4).toString('hex')}`).catch(noCopy), options),
  );
}

function noCopy(error: unknown): never {
  if (error instanceof StartupError) throw error;
  throw new StartupError(`No copy of the database could be made: ${(error as Error).message}. Nothing was changed.`);
}
