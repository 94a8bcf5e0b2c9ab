import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { openEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { onOneConnection } from '#server/platform/database/postgres.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { watchEpoch } from '#server/platform/epoch/epoch.ts';
import { moveDatabase, type Move, type MoveOptions } from '#server/platform/move/moveDatabase.ts';
import { readEnv } from '#server/platform/settings/env.ts';
import { dump, makeBefore, schemaOf } from '#tests/support/before.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { fc } from '#tests/support/property.ts';
import { roomyFolder } from '#tests/support/roomyFolder.ts';
import { NOW } from '#tests/support/server.ts';

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
    dataDir,
    databaseUrl,
    begun: null,
    log: nothing,
    tell: nothing,
    beforeCommit: nothing,
    ...more,
  });
/** Moves, and answers the id that is noted of the tables there. */
async function noted(databaseUrl: string): Promise<string> {
  let id = '';
  await move(databaseUrl, { beforeCommit: (tables) => (id = tables) });
  return id;
}
const run = <Row>(url: string, ...statements: string[]): Promise<Row[]> =>
  onOneConnection(url, async (db) => {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await sql.raw<Row>(statement).execute(db));
    return rows;
  });
const nameIn = (url: string): string => new URL(url).pathname.slice(1);
/** Ends all connections to a database, before this process does anything else. */
function endConnections(url: string): void {
  const script = `import('pg').then(async ({ default: { Client } }) => {
    const client = new Client({ connectionString: ${JSON.stringify(postgres.url)} });
    await client.connect();
    await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameIn(url)}'");
    await client.end();
  })`;
  execFileSync(process.execPath, ['-e', script]);
}
const held = (db: Kysely<Tables>): Promise<string[]> =>
  dump(db, empty).then((lines) => lines.map((line) => JSON.stringify(line)).toSorted());
const isEmpty = (url: string): Promise<boolean> =>
  run<{ people: number }>(url, 'select count(*) as people from people').then(([row]) => row?.people === 0);
/** Since when the epoch is that a first start there finds. */
async function epochAt(url: string): Promise<number> {
  const database = await openDatabase({ dataDir, databaseUrl: url, log: quietLog });
  const env = readEnv({ DATA_DIR: dataDir });
  const { since } = (await watchEpoch({ database, env, clock: () => NOW }))();
  await database.close();
  return since;
}
const IN_USE =
  /^The database of DATABASE_URL is in use already\. Set it to an empty one; nothing was changed in either/;

describe('a database that is moved to PostgreSQL', () => {
  it('S14, SES-22: begins an epoch there where it had none since a restore, else goes on in its own', async () => {
    const [restored, started] = [await postgres.createDatabase(), await postgres.createDatabase()];
    await move(restored);
    expect(await epochAt(restored)).toBe(NOW);
    await watchEpoch({ database: source, env: readEnv({ DATA_DIR: dataDir }), clock: () => NOW - 1 });
    await move(started);
    expect(await epochAt(started)).toBe(0);
  });

  it('has every row, its constraints, triggers and sequences, and says how many there are', async () => {
    const url = await postgres.createDatabase();
    const { copied, rows, tables } = await move(url);
    expect(copied).toBe(true);
    expect(rows).toBeGreaterThan(200);
    expect(tables).toBeGreaterThan(50);
    expect(await onOneConnection(url, held)).toEqual(await held(source.db));
    expect(await onOneConnection(url, schemaOf)).toEqual(await schemaOf(source.db));
    await expect(run(url, 'delete from audit_log')).rejects.toThrow(/audit/);
    expect(await run(url, "select nextval('audit_log_id_seq') > (select max(id) from audit_log) as more")).toEqual([
      { more: true },
    ]);
  });

  it('has each value as it was written, whatever it is', async () => {
    const url = await postgres.createDatabase();
    const text = fc
      .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\\', '"', 'NULL', '{}', '\n\r\t', '\\x41', "'", ',', '  '))
      .map((value) => value.replaceAll('\0', ''));
    const row = fc.record({
      texts: fc.array(fc.option(text)),
      absent: fc.option(text),
      bytes: fc.option(fc.uint8Array({ maxLength: 300 })),
      json: fc.oneof(
        fc.constantFrom('null', '"null"', '1e400', '0.1000', '12345678901234567890'),
        fc.json().filter((value) => !value.includes('\\u0000')),
      ),
    });
    const values = fc.sample(row, 300);
    for (const [n, { texts, absent, bytes, json }] of values.entries()) {
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

  it.each([
    ["datestyle = 'SQL, DMY'"],
    ["bytea_output = 'escape'"],
    ['array_nulls = off'],
    ['statement_timeout = 400'],
  ])('is the same where the database there has a setting of its own: %s', async (setting) => {
    const url = await postgres.createDatabase();
    await run(url, `alter database ${nameIn(url)} set ${setting}`);
    expect(await move(url)).toMatchObject({ copied: true });
  });

  it('goes nowhere where no server would start, with what has to be changed', async () => {
    const url = await postgres.createDatabase();
    await run(postgres.url, `alter database ${nameIn(url)} set default_transaction_isolation = 'serializable'`);
    await expect(move(url)).rejects.toThrow(/begins transactions as ‘serializable’/);
    await run(postgres.url, `alter database ${nameIn(url)} reset default_transaction_isolation`);
    expect(await move(url)).toMatchObject({ copied: true });
  });

  it('goes to the schema that is the first there, whatever its name, and leaves tables of others alone', async () => {
    const url = await postgres.createDatabase();
    await run(
      url,
      'create schema "Travel Claims"',
      'create table people as select 7 as theirs',
      'create table their_groups (id int primary key)',
      'create table their_members (of int references their_groups)',
      // A trigger of a constraint that is made anew would be on again.
      'alter table their_members disable trigger all',
      `alter database ${nameIn(url)} set search_path = 'Travel Claims', public`,
    );
    await move(url);
    expect(await run(url, 'insert into their_members values (1) returning of')).toEqual([{ of: 1 }]);
    expect(await run(url, 'select theirs from public.people')).toEqual([{ theirs: 7 }]);
    expect((await run(url, 'select id from people')).length).toBeGreaterThan(1);
  });

  it('by a move that did not say that it ended is found to be there, also where a server has gone on', async () => {
    const [url, other] = [await postgres.createDatabase(), await postgres.createDatabase()];
    const begun = await noted(url);
    expect(await move(url, { begun })).toMatchObject({ copied: false });
    await run(url, "update people set name = 'Somebody else'");
    const there = await onOneConnection(url, held);
    expect(await move(url, { begun })).toMatchObject({ copied: false });
    await expect(move(other, { begun })).rejects.toThrow(/^A move to another database was begun, and did not say that/);
    expect(await isEmpty(other)).toBe(true);
    // Without the note that may be a rehearsal with a copy of the folder.
    await expect(move(url)).rejects.toThrow(IN_USE);
    expect(await onOneConnection(url, held)).toEqual(there);
  });

  it('says in a sentence what PostgreSQL refuses before the first row', async () => {
    const url = await postgres.createDatabase();
    await run(postgres.url, 'create role guest login');
    const asGuest = url.replace('postgres@', 'guest@');
    await expect(move(asGuest)).rejects.toThrow(
      /^The rows were not moved: permission denied for schema public\. Nothing was changed\.$/,
    );
    await run(postgres.url, `alter database ${nameIn(url)} owner to guest`);
    expect(await move(asGuest)).toMatchObject({ copied: true });
  });

  it('goes nowhere where a server has run, or runs meanwhile, or one of an older build', async () => {
    const [used, older] = [await postgres.createDatabase(), await postgres.createDatabase()];
    await onOneConnection(used, (db) => migrate(db, { log: nothing }));
    const server = new pg.Client({ connectionString: used });
    await server.connect();
    for (const statement of ['begin', 'lock table lives', "insert into lives values ('there', 1)"])
      await server.query(statement);
    const refused = expect(move(used)).rejects.toThrow(IN_USE);
    while ((await run(postgres.url, "select from pg_stat_activity where wait_event_type = 'Lock'")).length === 0)
      await wait(20);
    await server.query('commit');
    await server.end();
    await refused;
    await expect(move(used)).rejects.toThrow(IN_USE);

    const newest = Object.keys(migrations).toSorted().at(-1);
    await onOneConnection(older, (db) => migrate(db, { log: nothing }));
    await run(older, `delete from kysely_migration where name = '${newest}'`);
    await expect(move(older)).rejects.toThrow(IN_USE);
    expect(await run(older, `select from kysely_migration where name = '${newest}'`)).toEqual([]);
  });

  it('says what it waits for, and gives up, where another move has the tables there', async () => {
    const url = await postgres.createDatabase();
    await onOneConnection(url, (db) => migrate(db, { log: nothing }));
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    for (const statement of ['begin', 'lock table lives']) await other.query(statement);
    const said: string[] = [];
    const tell = (text: string): void => void said.push(text);
    await expect(move(url, { tell, patience: 200 })).rejects.toThrow(
      /^The rows were not moved: somebody else has had the tables of DATABASE_URL for too long\. Nothing was changed/,
    );
    expect(said).toEqual([expect.stringMatching(/^Somebody else has the tables there: .* Waiting …$/)]);
    const again = move(url, { tell: () => void other.end() });
    expect(await again).toMatchObject({ copied: true });
  });

  it('is ended there within two minutes where the network is cut off', async () => {
    const url = await postgres.createDatabase();
    const asked = "select name, setting from pg_settings where name ~ '^tcp_(keepalives|user)' order by name";
    expect(await run(url, asked)).toEqual([
      { name: 'tcp_keepalives_count', setting: '3' },
      { name: 'tcp_keepalives_idle', setting: '60' },
      { name: 'tcp_keepalives_interval', setting: '10' },
      { name: 'tcp_user_timeout', setting: '90000' },
    ]);
  });

  it('is not there where the move ends before it takes effect, and may be moved again', async () => {
    const url = await postgres.createDatabase();
    const noRoom = (): never => {
      throw new Error('no room for the note');
    };
    await expect(move(url, { beforeCommit: noRoom })).rejects.toThrow(/no room for the note\. Nothing was changed/);
    expect(await isEmpty(url)).toBe(true);
    let begun: string | null = null;
    const cut = move(url, {
      beforeCommit: (tables) => {
        begun = tables;
        endConnections(url);
      },
    });
    await expect(cut).rejects.toThrow(/Whether the move took effect is not known: run npm run move again/);
    expect(await isEmpty(url)).toBe(true);
    expect(await move(url, { begun })).toMatchObject({ copied: true });
  });
});
