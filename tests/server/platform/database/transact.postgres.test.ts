import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { transact } from '#server/platform/database/transact.ts';
import { refusalOf } from '#server/platform/base/errors.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const postgres = await startPostgres();
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await postgres.stop();
});

async function open(databaseUrl: string): Promise<Database> {
  const database = await openDatabase({ dataDir: '/nowhere', databaseUrl, log: quietLog });
  closers.push(() => database.close());
  return database;
}

/** A link to PostgreSQL that can be cut: the next answer that contains `at` never arrives. */
async function cuttableLink(
  databaseUrl: string,
): Promise<{ url: string; cutAt: (text: string) => void; server: Server }> {
  const target = new URL(databaseUrl);
  const { hostname, port } = target;
  let cut: string | null = null;
  const server = createServer((client: Socket) => {
    const upstream = connect(Number(port), hostname);
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (cut !== null && bytes.includes(cut)) {
        cut = null;
        end();
      } else client.write(bytes);
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise((resolve) => server.close(resolve)));
  target.port = String((server.address() as AddressInfo).port);
  return { url: target.href, cutAt: (text) => void (cut = text), server };
}

const addSecret = (database: Database, name: string) =>
  transact(database.db, (tx) => sql`insert into secrets values (${name}, 'x')`.execute(tx));
const secrets = async (database: Database) =>
  (await sql<{ name: string }>`select name from secrets order by name`.execute(database.db)).rows.map(
    (row) => row.name,
  );

describe('a transaction on a PostgreSQL server', () => {
  it('X55: is run again as a whole after a deadlock, and both commit', async () => {
    const database = await open(await postgres.createDatabase());
    await sql`insert into secrets values ('a', '0'), ('b', '0')`.execute(database.db);
    let runs = 0;
    let waiting = 0;
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => (meet = resolve));
    const touch = (first: string, second: string) =>
      transact(database.db, async (tx) => {
        runs++;
        await sql`update secrets set value = (value::int + 1)::text where name = ${first}`.execute(tx);
        if (++waiting === 2) meet();
        await met;
        await sql`update secrets set value = (value::int + 1)::text where name = ${second}`.execute(tx);
      });
    await Promise.all([touch('a', 'b'), touch('b', 'a')]);
    expect(runs).toBe(3);
    expect(
      (await sql<{ value: string }>`select value from secrets`.execute(database.db)).rows.map((row) => row.value),
    ).toEqual(['2', '2']);
  });

  it('X55: is given up after five times and becomes 503', async () => {
    const database = await open(await postgres.createDatabase());
    let runs = 0;
    const hopeless = transact(database.db, async (tx) => {
      runs++;
      await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(tx);
    });
    const error = await hopeless.catch((thrown: unknown) => thrown);
    expect(runs).toBe(5);
    expect(refusalOf(error)).toMatchObject({ status: 503, details: { retryAfter: 2 } });
  });

  it('X57: a statement that takes longer than a database may is taken back, and becomes 503', async () => {
    const database = await open(await postgres.createDatabase());
    const slow = transact(database.db, async (tx) => {
      await sql`insert into secrets values ('never', 'x')`.execute(tx);
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(5)`.execute(tx);
    });
    const error = await slow.catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject({ status: 503, details: { retryAfter: 2 } });
    expect(await secrets(database)).toEqual([]);
  });

  it('is not run again after any other error', async () => {
    const database = await open(await postgres.createDatabase());
    let runs = 0;
    const broken = transact(database.db, async (tx) => {
      runs++;
      await sql`select 1 / 0`.execute(tx);
    });
    await expect(broken).rejects.toMatchObject({ code: '22012' });
    expect(runs).toBe(1);
  });

  it('X54: whose answer to COMMIT is lost is not run a second time, and is there', async () => {
    const link = await cuttableLink(await postgres.createDatabase());
    const database = await open(link.url);
    let runs = 0;
    link.cutAt('COMMIT');
    const lost = transact(database.db, async (tx) => {
      runs++;
      await sql`insert into secrets values ('once', 'x')`.execute(tx);
    });
    const error = await lost.catch((thrown: unknown) => thrown);
    expect(refusalOf(error)?.status).toBe(503);
    expect(runs).toBe(1);
    expect(await secrets(database)).toEqual(['once']);
  });

  it('X54: cut off before COMMIT leaves nothing, and the server goes on', async () => {
    const link = await cuttableLink(await postgres.createDatabase());
    const database = await open(link.url);
    link.cutAt('INSERT');
    await expect(addSecret(database, 'never')).rejects.toThrow();
    await addSecret(database, 'later');
    expect(await secrets(database)).toEqual(['later']);
  });

  it('X57: that finds no free connection becomes 503 within seconds', async () => {
    const database = await open(await postgres.createDatabase());
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const holders = Array.from({ length: 10 }, () => transact(database.db, () => held));
    const error = await addSecret(database, 'late').catch((thrown: unknown) => thrown);
    expect(refusalOf(error)).toMatchObject({ status: 503, details: { retryAfter: 2 } });
    release();
    await Promise.all(holders);
    await addSecret(database, 'now');
    expect(await secrets(database)).toEqual(['now']);
  });

  it('goes on after a migration changed what a prepared statement answers', async () => {
    const database = await open(await postgres.createDatabase());
    const read = () =>
      transact(database.db, async (tx) => (await sql`select * from secrets where name = ${'a'}`.execute(tx)).rows);
    for (let time = 0; time < 3; time++) await read();
    await sql`alter table secrets add column note text`.execute(database.db);
    await sql`insert into secrets (name, value, note) values ('a', 'b', 'c')`.execute(database.db);
    expect(await read()).toMatchObject([{ name: 'a', value: 'b', note: 'c' }]);
  });
});
