import { createServer, type AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { withAcquireTimeout } from '#server/platform/database/poolSettings.ts';
import { startPostgres } from '#tests/support/postgres.ts';

const postgres = await startPostgres();
const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
  await postgres.stop();
});

function aPool(url: string, millis: number): pg.Pool {
  const pool = withAcquireTimeout(new pg.Pool({ connectionString: url, max: 1 }), millis);
  closers.push(() => pool.end());
  return pool;
}
const block = (millis: number): void => {
  const end = performance.now() + millis;
  while (performance.now() < end);
};

describe('X57: waiting for the one client', () => {
  it('ends after its limit, and a caller that was refused holds no connection', async () => {
    const pool = aPool(postgres.url, 50);
    const client = await pool.connect();
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
    await expect(pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
    client.release();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect([pool.totalCount, pool.idleCount, pool.waitingCount]).toEqual([1, 1, 0]);
  });

  it('is not counted while the first client is made, however long that takes', async () => {
    const { port } = new URL(postgres.url);
    const slow = createServer((from) => {
      setTimeout(() => {
        const to = new (from.constructor as new () => typeof from)().connect(Number(port), '127.0.0.1');
        from.pipe(to).pipe(from);
        for (const socket of [from, to]) socket.on('error', () => undefined);
      }, 200);
    }).listen(0, '127.0.0.1');
    await new Promise((done) => slow.once('listening', done));
    closers.push(() => new Promise((done) => slow.close(done)));
    const pool = aPool(`postgres://postgres@127.0.0.1:${(slow.address() as AddressInfo).port}/postgres`, 20);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('is not over for whom a client was there before a busy thread looked', async () => {
    const pool = aPool(postgres.url, 100);
    const client = await pool.connect();
    const working = client.query('select pg_sleep(0.02)').then(() => client.release());
    const waiting = pool.query('select 1 as one');
    block(300);
    expect((await waiting).rows).toEqual([{ one: 1 }]);
    await working;
  });
});
