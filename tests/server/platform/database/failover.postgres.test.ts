import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { isConnectionLost } from '#server/platform/base/errors.ts';
import type { Database, DatabaseLog } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { Client, type ClientSettings } from '#server/platform/database/poolSettings.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { LIMITS } from '#server/platform/database/postgres.ts';
import { transact } from '#server/platform/database/transact.ts';
import { create, dataOf, expenseBody, update } from '#tests/support/expenses.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** A PostgreSQL server that is replaced by another: it is away for a while, or only reads. */

const postgres = await startPostgres();
afterAll(() => postgres.stop());

/** As who runs the database does, over a connection of their own. */
async function run(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
const nameOf = (databaseUrl: string): string => new URL(databaseUrl).pathname.slice(1);
/** Sessions that begin from now on only read, as those of a former primary do. */
const onlyRead = (name: string): Promise<void> =>
  run(
    `alter database ${name} set default_transaction_read_only = on`,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );
const writeAgain = (name: string): Promise<void> => run(`alter database ${name} reset default_transaction_read_only`);

/** A log that keeps what it was told, and tells `onWarn` of each warning. */
function listening(onWarn: () => void = () => undefined): DatabaseLog & { said: string[] } {
  const said: string[] = [];
  const warn = (message: string): void => {
    said.push(message);
    onWarn();
  };
  return { said, warn, info: (message) => void said.push(message), error: warn };
}

describe('F3 a start', () => {
  const start = (databaseUrl: string, log: DatabaseLog, signal = new AbortController().signal): Promise<Database> =>
    openDatabase({ dataDir: '/nowhere', databaseUrl, log, wait: { millis: 120_000, signal } });

  it('waits for a database that is away, says why once, and goes on when it is there', async () => {
    const url = await postgres.createDatabase();
    await postgres.kill();
    let back: Promise<void> | undefined;
    const log = listening(() => void (back ??= postgres.start()));
    const database = await start(url, log);
    await back;
    expect(log.said[0]).toMatch(/does not answer .* The server waits for it, 2 minutes at most\.$/);
    expect(new Set(log.said).size).toBe(log.said.length);
    expect(log.said).toContain('The database is there.');
    expect(await database.ready()).toBe(true);
    await database.close();
  });

  it('waits for one that only reads', async () => {
    const url = await postgres.createDatabase();
    await onlyRead(nameOf(url));
    const log = listening(() => void writeAgain(nameOf(url)));
    await (await start(url, log)).close();
    expect(log.said[0]).toMatch(/takes no changes: it is a standby, or set to be read only\. .* waits for it/);
  });

  it('waits for nothing that does not pass by itself', async () => {
    const log = listening();
    const wrong = postgres.url.replace(/[^/]+$/, 'absent');
    await expect(start(wrong, log)).rejects.toMatchObject({ name: 'StartupError' });
    expect(log.said).toEqual([]);
  });

  it('ends its wait when it is told to stop, and a command does not wait at all', async () => {
    const away = 'postgres://postgres@127.0.0.1:1/postgres';
    const stop = new AbortController();
    const log = listening(() => stop.abort());
    await expect(start(away, log, stop.signal)).rejects.toMatchObject({ name: 'StartupError' });
    const once = listening();
    await expect(openDatabase({ dataDir: '/nowhere', databaseUrl: away, log: once })).rejects.toMatchObject({
      name: 'StartupError',
    });
    expect(once.said).toEqual([]);
  });
});

describe('F2 a server that only reads', () => {
  let server: TestServer;
  let name: string;
  beforeAll(async () => {
    process.env['TEST_DATABASE_URL'] = postgres.url;
    server = await startServer();
    delete process.env['TEST_DATABASE_URL'];
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db);
    name = rows[0]?.name ?? '';
  });
  afterAll(() => server.close());

  it('is not ready, and is as soon as another takes changes', async () => {
    const ready = async () => (await server.with(null).get('/readyz')).status;
    expect(await ready()).toBe(200);
    await onlyRead(name);
    expect(await ready()).toBe(503);
    await writeAgain(name);
    expect(await ready()).toBe(200);
  });

  it('answers a change by 503 with Retry-After, over each of its connections once', async () => {
    const employee = await server.as('employee');
    const body = expenseBody(await employee.bill('in a failover'));
    const file = () => create(employee, body, { 'idempotency-key': 'in-a-failover-1' });
    await onlyRead(name);
    const refused = await file();
    expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([
      503,
      'UNAVAILABLE',
      '2',
    ]);
    // Connections to the server that only reads, which would be lent again and again.
    const { db } = server.database;
    await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.05)`.execute(db)));
    await writeAgain(name);
    const most = server.database.pool.totalCount;
    let answer = await file();
    for (let tries = 0; tries < most && answer.status !== 200; tries++) answer = await file();
    expect(answer.status).toBe(200);
  });

  it('D5: repeats no stored answer, nor says that its key is known: the next leader may not have them', async () => {
    const employee = await server.as('employee');
    const body = expenseBody(await employee.bill('before a failover'));
    const file = () => create(employee, body, { 'idempotency-key': 'before-a-failover' });
    const known = () => employee.get('/api/v1/user/knownKeys?keys=before-a-failover');
    expect((await file()).status).toBe(200);
    expect((await known()).body['data']).toEqual(['before-a-failover']);
    await onlyRead(name);
    // More often than there are connections, which were all ended.
    const statuses = new Set<number>();
    for (let times = 0; times < 25; times += 1) for (const ask of [file, known]) statuses.add((await ask()).status);
    expect([...statuses]).toEqual([503]);
    await writeAgain(name);
    await expect.poll(async () => (await file()).status).toBe(200);
  });

  it('D5: refuses no change by what it has: the next leader may have something else', async () => {
    const employee = await server.as('employee');
    const body = expenseBody(await employee.bill('of another version'));
    const { expenseId } = dataOf(await create(employee, body));
    const change = () => update(employee, expenseId, body, { 'if-match': '99' });
    expect((await change()).body['code']).toBe('VERSION_CONFLICT');
    await onlyRead(name);
    const statuses = new Set<number>();
    for (let times = 0; times < 25; times += 1) statuses.add((await change()).status);
    expect([...statuses]).toEqual([503]);
    await writeAgain(name);
    await expect.poll(async () => (await change()).status).toBe(409);
  });
});

describe('F4 a statement that is not answered', () => {
  it('is waited for a limited time on our side, and the transaction does not wait again for its end', async () => {
    expect(LIMITS.query_timeout).toBeGreaterThan(LIMITS.statement_timeout);

    const settings: pg.PoolConfig & ClientSettings = {
      connectionString: postgres.url,
      Client,
      max: 1,
      query_timeout: 100,
      spoils: isConnectionLost,
    };
    const pool = new pg.Pool(settings);
    pool.on('connect', (client) => client.on('error', () => undefined));
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
    const slow = transact(db, (tx) => sql`select pg_sleep(600)`.execute(tx));
    const error = await slow.catch((thrown: unknown) => thrown);
    expect(isConnectionLost(error)).toBe(true);
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    await db.destroy();
  });
});

describe('F5 another timeline', () => {
  let server: TestServer;
  beforeAll(async () => {
    process.env['TEST_DATABASE_URL'] = postgres.url;
    server = await startServer();
    delete process.env['TEST_DATABASE_URL'];
  });
  afterAll(() => server.close());

  /** Starts it as a standby of nobody, from where a promotion leads to another timeline. */
  async function beStandby(): Promise<void> {
    const signal = "current_setting('data_directory') || '/standby.signal'";
    await run(`do $$ begin execute format('copy (select) to %L', ${signal}); end $$`);
    await postgres.kill();
    await postgres.start();
  }

  it('is told by the first answer from it, each one, by every process; its standby is not ready', async () => {
    const epoch = async () =>
      (await (await server.as('employee')).get('/api/v2/getLoggedInDetails')).headers.get(HEADERS.dbEpoch);
    const told = [await epoch()];
    for (let times = 0; times < 2; times++) {
      await beStandby();
      expect((await server.with(null).get('/readyz')).status).toBe(503);
      await run('select pg_promote(true)');
      told.push(await epoch());
    }
    expect(new Set(told).size).toBe(3);
    expect(await epoch()).toBe(told.at(-1));
  });
});
