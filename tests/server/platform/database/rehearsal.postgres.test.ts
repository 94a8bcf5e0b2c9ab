import { sql, type Kysely } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import { rehearseOnPostgres } from '#server/platform/database/schemaCopy.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { makeBefore } from '#tests/support/before.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

/** What `npm run upgrade:check` does on a PostgreSQL server. */

const postgres = await startPostgres(roomyFolder());
afterAll(() => postgres.stop());
const before = await makeBefore('/nowhere', postgres.url);
const url = before.url ?? '';
const check = async (): Promise<void> => undefined;

/** How many rows each table of the schema in use has. */
async function counts(db: Kysely<Tables>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by 1`.execute(db);
  const found: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db);
    found[name] = counted[0]?.n ?? 0;
  }
  return found;
}
const now = () => onOneConnection(url, counts);
const schemas = () =>
  onOneConnection(url, async (db) => {
    const { rows } = await sql<{ name: string }>`select nspname as name from pg_namespace order by 1`.execute(db);
    return rows.map(({ name }) => name);
  });

describe('an upgrade of a database on PostgreSQL', () => {
  it('is rehearsed on a copy with every row, while others use the database, and leaves nothing behind', async () => {
    const [rows, names] = [await now(), await schemas()];
    let copied: Record<string, number> = {};
    const { copy, rehearsal } = await onOneConnection(url, (other) =>
      other.transaction().execute(async (tx) => {
        await sql`update people set name = name`.execute(tx);
        return rehearseOnPostgres(url, { check: async (db) => void (copied = await counts(db)) });
      }),
    );
    const pending = Object.keys(migrations).filter((name) => !before.migrations.includes(name));
    expect(rehearsal.refused).toBeNull();
    expect(rehearsal.ran.map(({ name }) => name)).toEqual(pending);
    expect(copied).toMatchObject(
      Object.fromEntries(Object.entries(rows).filter(([name]) => name !== 'kysely_migration_lock')),
    );
    expect(rows['audit_log']).toBeGreaterThan(10);
    expect(copy.bytes).toBeGreaterThan(100_000);
    expect([await now(), await schemas()]).toEqual([rows, names]);
  });

  it('says which migration the rows refuse, with the row, and goes on with sequences where they stand', async () => {
    const twice = {
      up: async (db: Kysely<unknown>) => {
        await sql`create unique index one_claim on claims (owner_id)`.execute(db);
      },
    };
    const { rehearsal } = await rehearseOnPostgres(url, { check, migrations: { ...migrations, '9999_twice': twice } });
    expect(rehearsal.refused).toEqual({
      name: '9999_twice',
      reason: expect.stringMatching(
        /^could not create unique index "one_claim" \(Key \(owner_id\)=\(.+\) is duplicated\.\)$/,
      ) as string,
    });
    const numbers = (db: Kysely<Tables>) =>
      sql<{ name: string; value: number | null }>`
        select sequencename as name, last_value as value from pg_sequences
          where schemaname = current_schema() and last_value is not null order by 1`.execute(db);
    let copied: unknown;
    await rehearseOnPostgres(url, { check: async (db) => void (copied = (await numbers(db)).rows) });
    expect(copied).toEqual((await onOneConnection(url, numbers)).rows);
  });

  it('is refused in a sentence where a newer build was at work, or no schema may be made', async () => {
    const database = await openDatabase({ dataDir: '/nowhere', databaseUrl: url, log: quietLog });
    await sql`insert into kysely_migration values ('9999_future', '')`.execute(database.db);
    await expect(rehearseOnPostgres(url, { check })).rejects.toMatchObject({
      name: 'StartupError',
      message:
        'The database was made by a newer version of this server. ' +
        'Start that version, or restore a backup made before the upgrade.',
    });
    await sql`delete from kysely_migration where name = '9999_future'`.execute(database.db);
    await sql`create role guest login`.execute(database.db);
    await sql`grant select on all tables in schema public to guest`.execute(database.db);
    await database.close();
    const guest = Object.assign(new URL(url), { username: 'guest' }).href;
    await expect(rehearseOnPostgres(guest, { check })).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(
        /^No copy of the database could be made: permission denied for database /,
      ) as string,
    });
  });
});
