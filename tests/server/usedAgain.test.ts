import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { dump } from '#tests/support/before.ts';
import { peopled } from '#tests/support/server.ts';
import { borrow, type LentDatabase } from '#tests/support/usedAgain.ts';

/** Tests share no row, though they use one database one after the other: tests/support/usedAgain.ts. */
let model: string;
let lent: LentDatabase;
beforeAll(async () => {
  model = await peopled();
  lent = await borrow(model);
});
afterAll(() => lent.giveBack());

/** All that a statement could find there. */
async function found({ db }: Database, dataDir: string): Promise<unknown> {
  // As they lie there.
  const people = await sql`select email from people`.execute(db);
  const figures = await sql`
    select relname, relpages, reltuples, relallvisible, pg_relation_size(oid) from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`.execute(db);
  const known = await sql`select tablename, attname from pg_stats where schemaname = 'public'`.execute(db);
  const sequences = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db);
  const locks = await sql`select mode from pg_locks where locktype = 'advisory'`.execute(db);
  return {
    rows: await dump(db, dataDir),
    people: people.rows,
    figures: figures.rows,
    known: known.rows,
    sequences: sequences.rows,
    locks: locks.rows,
    timezone: (await sql`show timezone`.execute(db)).rows,
    files: await readdir(dataDir),
  };
}

describe('a database that is used again', () => {
  it('is as it was before: rows and their order, sequences, figures, locks, settings and files', async () => {
    const { database, dataDir } = lent;
    const { db } = database;
    const before = await found(database, dataDir);
    await sql`update people set name = name || '!', manager_id = null`.execute(db);
    await sql`delete from people where email like 'campaign%'`.execute(db);
    await sql`update organisation set id = id`.execute(db);
    await sql`select nextval('companies_id_seq')`.execute(db);
    await sql`analyze`.execute(db);
    await sql`select pg_advisory_lock(7)`.execute(db);
    await sql`set timezone to 'Asia/Kolkata'`.execute(db);
    await writeFile(path.join(dataDir, 'left'), 'by a test');
    expect(await found(database, dataDir)).not.toEqual(before);
    await lent.giveBack();
    lent = await borrow(model);
    expect(lent.dataDir).toBe(dataDir);
    expect(await found(lent.database, lent.dataDir)).toEqual(before);
    await expect(sql`select 1`.execute(db)).rejects.toThrow('ended');
  });

  it.each([
    ['a column', sql`alter table people add column left_by_a_test int`],
    ['a table', sql`create table left_by_a_test (n int)`],
    ['a trigger that is off', sql`alter table audit_log disable trigger user`],
    ['a schema', sql`create schema left_by_a_test`],
  ])('is another one where a test has left %s', async (_what, change) => {
    const { dataDir } = lent;
    await change.execute(lent.database.db);
    await lent.giveBack();
    lent = await borrow(model);
    expect(lent.dataDir).not.toBe(dataDir);
  });

  it('is another one where a transaction goes on', async () => {
    const { dataDir, database } = lent;
    let end: () => void = () => undefined;
    const held = new Promise<void>((done) => (end = done));
    let begun: () => void = () => undefined;
    const running = new Promise<void>((done) => (begun = done));
    const left = database.db.transaction().execute(async () => {
      begun();
      await held;
    });
    await running;
    const given = lent.giveBack();
    await expect.poll(() => database.pool.waitingCount).toBe(1);
    // Later than anybody waits for a connection.
    setTimeout(end, 2_500);
    await Promise.all([given, left]);
    lent = await borrow(model);
    expect(lent.dataDir).not.toBe(dataDir);
  });
});
