import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/open.ts';
import { transact } from '#server/platform/database/transact.ts';
import { migrations } from '#server/migrations/migrations.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const postgres = await startPostgres();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const open = (databaseUrl: string) => openDatabase({ dataDir: '/nowhere', databaseUrl, log });

/** A link to PostgreSQL on which one answer reads otherwise. */
async function rewritingLink(
  databaseUrl: string,
  pattern: RegExp,
  by: string,
): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(databaseUrl);
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => client.write(Buffer.from(bytes.toString('latin1').replace(pattern, by), 'latin1')));
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = new URL(databaseUrl);
  address.port = String((server.address() as AddressInfo).port);
  return { url: address.href, close: () => server.close() };
}

afterAll(() => postgres.stop());

describe('a PostgreSQL server', () => {
  let url = '';
  beforeAll(async () => {
    url = await postgres.createDatabase();
  });

  it('is brought up to this version once when two servers start at once', async () => {
    const both = await Promise.all([open(url), open(url)]);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(both[0].db);
    expect(rows.map((row) => row.name)).toEqual(Object.keys(migrations).sort());
    await Promise.all(both.map((database) => database.close()));
  });

  it('is told of limits in each transaction where a pooler lends connections, and keeps nothing', async () => {
    const limits = sql<{ limits: string; prepared: number }>`
      select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')) as limits,
        (select count(*)::int from pg_prepared_statements) as prepared where 1 = ${1}::int`;
    const answersOf = async (databaseUrl: string) => {
      const { db, close } = await open(databaseUrl);
      const { rows: alone } = await limits.execute(db);
      const { rows: within } = await transact(db, (tx) => limits.execute(tx));
      await close();
      return [alone[0], within[0]];
    };
    const all = '30s 5s 30s';
    expect(await answersOf(url)).toEqual([
      { limits: all, prepared: 1 },
      { limits: all, prepared: 1 },
    ]);
    expect(await answersOf(`${url}?prepare=false`)).toEqual([
      { limits: '0 0 0', prepared: 0 },
      { limits: all, prepared: 0 },
    ]);
  });

  it('gives 64-bit numbers and sums as numbers', async () => {
    const database = await open(url);
    const { rows } =
      await sql`select 9007199254740991::int8 as most, sum(x::int8) as total from (values (1), (2)) as t (x)`.execute(
        database.db,
      );
    expect(rows).toEqual([{ most: 9007199254740991, total: 3 }]);
    expect(await database.ready()).toBe(true);
    await database.close();
  });

  it.each([
    [
      'a database that is not there',
      (good: string) => good.replace(/[^/]+$/, 'absent'),
      /There is no such database: 127\.0\.0\.1:\d+\/absent\. Check DATABASE_URL\./,
    ],
    [
      'a server that is not there',
      () => 'postgres://postgres:secret@127.0.0.1:1/postgres',
      /The database at 127\.0\.0\.1:1\/postgres does not answer .*Start it, or check DATABASE_URL\./,
    ],
    ['an address that is none', () => 'somewhere', /DATABASE_URL is not an address such as postgres:\/\//],
    ['another kind of database', () => 'mysql://localhost/x', /DATABASE_URL must start with postgres:\/\//],
  ])('says what is wrong with %s, without the password', async (_, address, message) => {
    const error = await open(address(url)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'StartupError', message: expect.stringMatching(message) as string });
    expect(String(error)).not.toContain('secret');
  });

  it('is refused when it is older than 15, or runs without fsync', async () => {
    const old = await rewritingLink(url, /1[5-9]\d{4}/, '140012');
    await expect(open(old.url)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/is PostgreSQL 14\. Version 15 or newer is needed\./) as string,
    });
    old.close();
    const unsafe = await rewritingLink(url, /onon/, 'ofon');
    await expect(open(unsafe.url)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/could lose claims/) as string,
    });
    unsafe.close();
  });

  it.each(['repeatable read', 'serializable'])(
    'is refused where transactions begin as %s: what is read after a wait for a lock must be what is there',
    async (level) => {
      const address = await postgres.createDatabase();
      const reset = await open(address);
      await sql`
        alter database ${sql.id(new URL(address).pathname.slice(1))}
        set default_transaction_isolation = ${sql.lit(level)}`.execute(reset.db);
      await reset.close();
      await expect(open(address)).rejects.toMatchObject({
        name: 'StartupError',
        message: expect.stringContaining(`begins transactions as ‘${level}’`) as string,
      });
    },
  );

  it('is not ready while the server is away and is again when it is back', async () => {
    const database = await open(url);
    await postgres.kill();
    expect(await database.ready()).toBe(false);
    await postgres.start();
    expect(await database.ready()).toBe(true);
    await database.close();
  });
});
