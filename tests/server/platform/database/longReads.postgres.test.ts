import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countCampaign } from '#contract/calls/campaigns.ts';
import { urlOf } from '#contract/endpoint.ts';
import { dayOf } from '#domain/dates.ts';
import { openDatabase, type Database } from '#server/platform/database/open.ts';
import { ReadStopped, type LongRead } from '#server/platform/database/longReads.ts';
import { earlier, SEARCH } from '#tests/support/campaignCalls.ts';
import { market, store } from '#tests/support/campaignMarket.ts';
import { makeDataDirs, quietLog, type DataDirs } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** Reads that take a while stop when nobody waits for them any more (CAMP-23). */

const postgres = await startPostgres();
afterAll(() => postgres.stop());

const never = (): AbortSignal => new AbortController().signal;
const forever: LongRead<unknown> = (db) => sql`select pg_sleep(600)`.execute(db);
const one: LongRead<number> = async (db) => (await sql<{ n: number }>`select 1 as n`.execute(db)).rows[0]?.n ?? 0;

describe('on a PostgreSQL server', () => {
  let server: TestServer;
  let watcher: pg.Client;
  let locker: pg.Client;
  let database: Database;
  beforeAll(async () => {
    process.env['TEST_DATABASE_URL'] = postgres.url;
    server = await startServer();
    delete process.env['TEST_DATABASE_URL'];
    database = server.database;
    await earlier(server, 'CMP-OLD', 'campaign-manager2');
    await store(database.db, market(20, dayOf(NOW, server.env.timeZone)), 'CMP-OLD');
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
    const connectionString = Object.assign(new URL(postgres.url), { pathname: `/${rows[0]?.name}` }).href;
    watcher = new pg.Client({ connectionString });
    locker = new pg.Client({ connectionString });
    await Promise.all([watcher.connect(), locker.connect()]);
  });
  afterAll(async () => {
    await Promise.all([watcher.end(), locker.end()]);
    await server.close();
  });

  /** How many of the connections for long reads are at work. */
  const working = async (): Promise<number> =>
    Number(
      (
        await watcher.query<{ n: string }>(
          "select count(*) as n from pg_stat_activity where application_name = 'kharcha counting' " +
            "and state = 'active' and datname = current_database()",
        )
      ).rows[0]?.n,
    );
  const until = async (right: (n: number) => boolean): Promise<void> => {
    while (!right(await working()));
  };

  it('CAMP-23 hanging up stops the count in the database, also while it waits; the next is served', async () => {
    const manager = await server.as('campaign-manager');
    await locker.query('begin');
    await locker.query('lock table contacts in access exclusive mode');
    const hangUp = new AbortController();
    const waiting = fetch(server.url + urlOf(countCampaign), {
      method: 'POST',
      headers: { token: manager.token ?? '', platform: 'WEB_SITE', 'content-type': 'application/json' },
      body: JSON.stringify(SEARCH),
      signal: hangUp.signal,
    }).catch((error: Error) => error.name);
    await until((n) => n > 0);
    hangUp.abort();
    expect(await waiting).toBe('AbortError');
    await until((n) => n === 0);
    await locker.query('rollback');
    expect((await manager.post(urlOf(countCampaign), SEARCH)).status).toBe(200);
  });

  it('CAMP-23 what is stopped says so, a failure stops the others, and the connections stay good', async () => {
    const stop = new AbortController();
    const stopped = database.longReads.run([forever, forever], stop.signal);
    await until((n) => n === 2);
    stop.abort();
    await expect(stopped).rejects.toThrow(ReadStopped);
    await expect(database.longReads.run([forever, (db) => sql`select 1 / 0`.execute(db)], never())).rejects.toThrow(
      'division by zero',
    );
    await until((n) => n === 0);
    await expect(database.longReads.run([one], AbortSignal.abort())).rejects.toThrow(ReadStopped);
    expect(await database.longReads.run([one, one, one, one, one, one], never())).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('CAMP-23 a long read changes nothing', async () => {
    await expect(database.longReads.run([(db) => sql`delete from companies`.execute(db)], never())).rejects.toThrow(
      'read-only',
    );
  });
});

describe('in the embedded database', () => {
  let database: Database;
  let folders: DataDirs;
  beforeAll(async () => {
    folders = await makeDataDirs();
    database = await openDatabase({ dataDir: folders.fresh(), log: quietLog });
  });
  afterAll(async () => {
    await database.close();
    folders.remove();
  });

  it('CAMP-23 one part after the other: others get a turn in between, a stop ends with the current part', async () => {
    const seen: string[] = [];
    const stop = new AbortController();
    const part =
      (name: string): LongRead<void> =>
      async (db) => {
        await one(db);
        seen.push(name);
      };
    const all = database.longReads.run([part('a'), part('b'), part('c'), part('d')], never());
    const other = one(database.db).then(() => seen.push('other'));
    await Promise.all([all, other]);
    expect(seen.indexOf('other')).toBeLessThan(seen.indexOf('d'));

    const stopped = database.longReads.run([part('e'), async () => stop.abort(), part('f')], stop.signal);
    await expect(stopped).rejects.toThrow(ReadStopped);
    expect(seen).not.toContain('f');
    expect(await database.longReads.run([one], never())).toEqual([1]);
  });
});
