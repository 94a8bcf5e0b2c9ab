import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { intakeConveyance } from '#contract/calls/conveyance.ts';
import { HEADERS } from '#contract/headers.ts';
import { keysCommand } from '#server/modules/session/apiKeys.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { watchEpoch } from '#server/platform/epoch/epoch.ts';
import type { Api } from '#tests/support/api.ts';
import { quietLog } from '#tests/support/dataDir.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** A PostgreSQL server whose standby takes over, while the server that uses it goes on. */

const postgres = await startPostgres();
afterAll(() => postgres.stop());

/** As who runs the database does; answers the first value of the last statement. */
async function run(...statements: string[]): Promise<string> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  let value = '';
  for (const statement of statements) {
    const { rows } = await client.query<Record<string, unknown>>(statement);
    value = String(Object.values(rows[0] ?? {})[0]);
  }
  await client.end();
  return value;
}

let server: TestServer;
let folder: string;
let employee: Api;
let key: string;
beforeAll(async () => {
  process.env['TEST_DATABASE_URL'] = postgres.url;
  server = await startServer();
  delete process.env['TEST_DATABASE_URL'];
  folder = await run('show data_directory');
});
afterAll(() => server.close());

beforeEach(async () => {
  employee = server.with(await server.signIn('employee'));
  const said = await keysCommand(['create', 'intake', 'Sales app'], server.database, server.clock.now);
  key = said.split('\n')[1] ?? '';
  expect(await stillIn()).toEqual({ session: 200, key: 422 });
});

/** What the session and the key get. */
async function stillIn(): Promise<{ session: number; key: number }> {
  const { status } = await server.with(null).post(intakeConveyance.path, [], { 'x-api-key': key });
  return { session: (await employee.get('/api/v1/user/role')).status, key: status };
}
const epoch = async (): Promise<string | null> =>
  (await server.with(null).get('/api/v1/user/role')).headers.get(HEADERS.dbEpoch);

/** The server sees the database once more, whose commits wait for a standby; the next start has no such wait. */
async function seeSynchronous(): Promise<void> {
  await run(...WAITING);
  await seen();
  await run('alter system reset synchronous_standby_names');
}

const WAITING = [`alter system set synchronous_standby_names = 'away'`, 'select pg_reload_conf()'];
async function seen(): Promise<void> {
  await expect.poll(() => run('show synchronous_standby_names')).toBe('away');
  // A new connection looks first.
  await run(`select pg_terminate_backend(pid) from pg_stat_activity where datname <> 'postgres'`);
  expect((await employee.get('/api/v1/user/role')).status).toBe(200);
}

async function urlOfDatabase(): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.database.db);
  return postgres.url.replace(/[^/]+$/, rows[0]?.name ?? '');
}

/** What was killed starts as a standby and takes over: on a new timeline. */
async function takeOver(asStandby?: () => Promise<void>): Promise<void> {
  server.clock.now += 1_000;
  writeFileSync(`${folder}/standby.signal`, '');
  await postgres.start();
  await asStandby?.();
  await run('select pg_promote(true)');
}

describe('SES-47 S14 after a failover', () => {
  it('sessions and keys go on where nothing was lost, and devices are told', async () => {
    const before = await epoch();
    await seeSynchronous();
    await postgres.kill();
    await takeOver();
    expect(await stillIn()).toEqual({ session: 200, key: 422 });
    expect(await epoch()).not.toBe(before);
  });

  it('they go on though a process that has only started asks first: it lets the others say', async () => {
    const databaseUrl = await urlOfDatabase();
    await run(...WAITING);
    await seen();
    await postgres.kill();
    await takeOver();
    const database = await openDatabase({ dataDir: server.dataDir, databaseUrl, log: quietLog });
    const epoch = await watchEpoch({ database, env: server.env, clock: () => server.clock.now });
    await database.close();
    await run('alter system reset synchronous_standby_names', 'select pg_reload_conf()');
    await expect.poll(() => run('show synchronous_standby_names')).toBe('');
    expect(epoch().since).toBeLessThan(server.clock.now);
    expect(await stillIn()).toEqual({ session: 200, key: 422 });
  });

  it('they end where commits wait for no standby', async () => {
    await postgres.kill();
    await takeOver();
    expect(await stillIn()).toEqual({ session: 401, key: 404 });
  });

  it('they end where nobody saw the database in the two minutes before', async () => {
    await seeSynchronous();
    await postgres.kill();
    server.clock.now += 121_000;
    await takeOver();
    expect(await stillIn()).toEqual({ session: 401, key: 404 });
  });

  it('they end for what was asked of the standby before, too: it has not taken over then', async () => {
    await postgres.kill();
    await takeOver(async () => {
      for (let ask = 0; ask < 3; ask++) await expect.poll(stillIn).toEqual({ session: 503, key: 503 });
    });
    expect(await stillIn()).toEqual({ session: 401, key: 404 });
  });

  it('they end where what was newest is gone: it is a backup', async () => {
    await postgres.kill();
    execFileSync('cp', ['-a', folder, `${folder}.backup`]);
    await postgres.start();
    await server.signIn('manager');
    await seeSynchronous();
    await postgres.kill();
    rmSync(folder, { recursive: true });
    execFileSync('cp', ['-a', `${folder}.backup`, folder]);
    await takeOver();
    expect(await stillIn()).toEqual({ session: 401, key: 404 });
  });
});
