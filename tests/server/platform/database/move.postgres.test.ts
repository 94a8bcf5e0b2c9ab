import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { moveDatabase, type Move, type MoveOptions } from '#server/platform/database/move.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { goesOnFrom } from '#server/platform/epoch/epoch.ts';
import { dump, makeBefore, schemaOf } from '#tests/support/before.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { fc } from '#tests/support/property.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';

/** What `npm run move` does with the rows. */

const postgres = await startPostgres(roomyFolder());
const dataDir = mkdtempSync(join(roomyFolder(), 'kharcha-move-'));
const empty = join(dataDir, 'empty');
mkdirSync(empty);
await makeBefore(dataDir, undefined);
let source: EmbeddedDatabase;
beforeAll(async () => {
  const onFatal = (error: Error): never => {
    throw error;
  };
  source = await openEmbedded({ dataDir, log: quietLog, onFatal });
});
afterAll(async () => {
  await source.close();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const nothing = (): void => undefined;
const move = (databaseUrl: string, more: Partial<MoveOptions> = {}): Promise<Move> =>
  moveDatabase({
    from: source.db,
    databaseUrl,
    log: nothing,
    goesOn: (tx) => goesOnFrom(source.db, tx),
    settle: async () => undefined,
    beforeCommit: nothing,
    ...more,
  });
const held = (db: Kysely<Tables>): Promise<string[]> =>
  dump(db, empty).then((lines) => lines.map((line) => JSON.stringify(line)).toSorted());
const emptyTables = (db: Kysely<Tables>): Promise<boolean> =>
  sql<{ people: number }>`select count(*) as people from people`.execute(db).then(({ rows }) => rows[0]?.people === 0);

describe('a database that is moved to PostgreSQL', () => {
  it('has every row, its constraints, triggers and sequences, and says how many there are', async () => {
    const url = await postgres.createDatabase();
    const { copied, rows, tables } = await move(url);
    const lines = await held(source.db);
    expect(copied).toBe(true);
    expect(rows).toBeGreaterThan(200);
    expect(tables).toBeGreaterThan(50);
    await onOneConnection(url, async (db) => {
      expect(await held(db)).toEqual(lines);
      expect(await schemaOf(db)).toEqual(await schemaOf(source.db));
      await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/audit/);
      const { rows: next } = await sql<{ id: number }>`
        select nextval('audit_log_id_seq') > (select max(id) from audit_log) as id`.execute(db);
      expect(next).toEqual([{ id: true }]);
    });
  });

  it('has each value as it was written, whatever it is', async () => {
    const url = await postgres.createDatabase();
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', 'NULL', '{}', '\n\r\t', '\\x41', "'", ',', '  '))
      .map((value) => value.replaceAll('\0', ''));
    const row = fc.record({
      texts: fc.array(fc.option(text)),
      nothing: fc.option(text),
      bytes: fc.option(fc.uint8Array({ maxLength: 300 })),
      json: fc.oneof(
        fc.constantFrom('null', '"null"', '1e400', '0.1000', '12345678901234567890'),
        fc.json().filter((value) => !value.includes('\\u0000')),
      ),
    });
    const values = fc.sample(row, 300);
    for (const [n, { texts, nothing: absent, bytes, json }] of values.entries()) {
      const id = `value ${n}`;
      await sql`insert into job_reports values (${id}, ${n}, ${json}::jsonb)`.execute(source.db);
      await sql`insert into files (hash, size, type, created_at) values (${id}, 1, ${absent ?? ''}, 1)`.execute(
        source.db,
      );
      await sql`insert into bill_previews (file_hash, small) values (${id}, ${bytes && Buffer.from(bytes)})`.execute(
        source.db,
      );
      await sql`
        insert into webhooks (id, url, events, last_failure, created_at, updated_at)
          values (${id}, 'https://example.com', ${texts}::text[], ${absent}, 1, 1)`.execute(source.db);
    }
    await move(url);
    const all = (db: Kysely<Tables>) =>
      sql`
        select j.report::text, f.type, b.small, w.events, w.last_failure
          from job_reports j join files f on f.hash = j.job
            join bill_previews b on b.file_hash = j.job join webhooks w on w.id = j.job
          order by j.at, j.job`.execute(db);
    const { rows } = await all(source.db);
    expect(rows).toHaveLength(values.length);
    expect((await onOneConnection(url, all)).rows).toEqual(rows);
  });

  it('leaves tables of others beside it alone', async () => {
    const url = await postgres.createDatabase();
    await onOneConnection(url, (db) => sql`create table theirs as select 1 as one`.execute(db));
    await move(url);
    const { rows } = await onOneConnection(url, (db) => sql`select one from theirs`.execute(db));
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('finds out that an earlier move had done all of it, also where a server has gone on from there', async () => {
    const url = await postgres.createDatabase();
    await move(url);
    await onOneConnection(url, (db) => sql`insert into lives values ('there', 1)`.execute(db));
    expect(await move(url)).toMatchObject({ copied: false });
    await onOneConnection(url, (db) => sql`update people set name = 'Somebody else'`.execute(db));
    const there = await onOneConnection(url, held);
    expect(await move(url)).toMatchObject({ copied: false });
    expect(await onOneConnection(url, held)).toEqual(there);
    // Here, too, somebody has gone on.
    await sql`
      insert into audit_log (record_id, record_kind, version, at, action, hash, previous_hash, origin)
        select record_id, record_kind, version + 1, at, action, 'another', hash, origin
          from audit_log order by id desc limit 1`.execute(source.db);
    await expect(move(url)).rejects.toThrow(
      /^The database of DATABASE_URL is in use already\. Set it to an empty one;/,
    );
    expect(await onOneConnection(url, held)).toEqual(there);
  });

  it('goes nowhere where a server has run, or one of an older build', async () => {
    const url = await postgres.createDatabase();
    await onOneConnection(url, (db) => migrate(db, { log: nothing }));
    await onOneConnection(url, (db) => sql`insert into lives values ('there', 1)`.execute(db));
    await expect(move(url)).rejects.toThrow(/in use already/);
    const undone = Object.keys(migrations).toSorted().at(-1);
    await onOneConnection(url, (db) => sql`truncate lives`.execute(db));
    await onOneConnection(url, (db) => sql`delete from kysely_migration where name = ${undone}`.execute(db));
    await expect(move(url)).rejects.toThrow(/in use already/);
    const { rows } = await onOneConnection(url, (db) =>
      sql`select from kysely_migration where name = ${undone}`.execute(db),
    );
    expect(rows).toEqual([]);
  });

  it('is not there where the move ends before it takes effect, and may be moved again', async () => {
    const url = await postgres.createDatabase();
    const beforeCommit = (): never => {
      throw new Error('no room for the note');
    };
    await expect(move(url, { beforeCommit })).rejects.toThrow('no room for the note');
    expect(await onOneConnection(url, emptyTables)).toBe(true);
    // The connection is lost just before the commit.
    await expect(move(url, { settle: () => postgres.kill() })).rejects.toThrow();
    await postgres.start();
    expect(await onOneConnection(url, emptyTables)).toBe(true);
    expect(await move(url)).toMatchObject({ copied: true });
  });
});
