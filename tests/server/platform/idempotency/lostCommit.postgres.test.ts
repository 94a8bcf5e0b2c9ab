import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, expenseBody, update } from '#tests/support/expenses.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/**
 * Stands between the server and its database and cuts the link at a commit: before the database hears of it, or before
 * its answer comes back.
 */
type Cut = 'before' | 'after' | null;
let cut: Cut = null;

function startProxy(port: number): Promise<Server> {
  const proxy = createServer((client) => {
    const database = connect(port, '127.0.0.1');
    let dropAnswer = false;
    const end = (): void => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) socket.on('error', end).on('close', end);
    client.on('data', (chunk) => {
      // A change is a transaction; a new claim is one statement, which is known by the rows it carries.
      const commits = cut !== null && (chunk.includes('commit') || chunk.includes('"creation_key"'));
      if (commits && cut === 'before') {
        cut = null;
        return end();
      }
      if (commits) [dropAnswer, cut] = [true, null];
      return void database.write(chunk);
    });
    database.on('data', (chunk) => (dropAnswer ? end() : void client.write(chunk)));
  });
  return new Promise((resolve) => proxy.listen(0, '127.0.0.1', () => resolve(proxy)));
}

const postgres = await startPostgres();

describe('X54 the link to the database breaks at the commit', () => {
  let proxy: Server;
  let server: TestServer;
  let employee: Api;
  let bill: string;
  beforeAll(async () => {
    const url = new URL(postgres.url);
    proxy = await startProxy(Number(url.port));
    url.port = String((proxy.address() as AddressInfo).port);
    process.env['TEST_DATABASE_URL'] = url.href;
    server = await startServer();
    employee = await server.as('employee');
    bill = await employee.bill('the bill');
  });
  afterAll(async () => {
    await server.close();
    proxy.close();
    await postgres.stop();
  });
  beforeEach(() => {
    cut = null;
  });
  const claims = async (): Promise<number> =>
    (
      await server.database.db
        .selectFrom('claims')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;

  it('after it was heard: the key is looked up and the answer is the stored one', async () => {
    const before = await claims();
    const key = { 'idempotency-key': 'key-lost-after' };
    cut = 'after';
    const answer = await create(employee, expenseBody(bill), key);
    expect([answer.status, answer.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(dataOf(await create(employee, expenseBody(bill), key))).toEqual(dataOf(answer));
    expect(await claims()).toBe(before + 1);
  });

  it('before it was heard: nothing happened, and the same request again succeeds', async () => {
    const before = await claims();
    const key = { 'idempotency-key': 'key-lost-before' };
    cut = 'before';
    const answer = await create(employee, expenseBody(bill), key);
    expect([answer.status, answer.body['code'], answer.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
    expect(await claims()).toBe(before);
    expect((await create(employee, expenseBody(bill), key)).status).toBe(200);
    expect(await claims()).toBe(before + 1);
  });

  it.each(['before', 'after'] as const)(
    'claims of several people at once, %s it was heard: each is there once, and whoever was answered is told so again',
    async (moment) => {
      const people = await Promise.all((['employee2', 'manager', 'manager2'] as const).map((who) => server.as(who)));
      const bodies = await Promise.all(people.map(async (api) => expenseBody(await api.bill(`at once ${moment}`))));
      const send = () =>
        Promise.all(people.map((api, i) => create(api, bodies[i], { 'idempotency-key': `at-once-${moment}-${i}` })));
      const before = await claims();
      cut = moment;
      const first = await send();
      if (moment === 'after') expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
      const again = await send();
      expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
      for (const [i, { status, text }] of first.entries()) if (status === 200) expect(again[i]?.text).toBe(text);
      expect(await claims()).toBe(before + 3);
    },
  );

  it('of a change likewise', async () => {
    const claim = dataOf(await create(employee, expenseBody(bill)));
    const change = (key: string, remarks: string) =>
      update(employee, claim.expenseId, expenseBody(bill, { remarks }), { 'idempotency-key': key });
    cut = 'before';
    expect((await change('key-change-before', 'never heard')).body['code']).toBe('UNAVAILABLE');
    expect(dataOf(await change('key-change-before', 'never heard')).version).toBe(2);
    cut = 'after';
    const answer = await change('key-change-after', 'heard');
    expect([answer.status, answer.headers.get('idempotency-replayed'), dataOf(answer).version]).toEqual([
      200,
      'true',
      3,
    ]);
  });

  it('without a key nobody can know: 503, and the server lives on', async () => {
    cut = 'after';
    expect((await create(employee, expenseBody(bill))).body['code']).toBe('UNAVAILABLE');
    expect((await create(employee, expenseBody(bill))).status).toBe(200);
  });

  it('F1 a database that is gone: 503 to everybody, readiness says so, and all is well when it is back', async () => {
    await postgres.kill();
    const answer = await employee.get('/api/v2/getLoggedInDetails');
    expect([answer.status, answer.body['code']]).toEqual([503, 'UNAVAILABLE']);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect((await server.with(null).get('/readyz')).status).toBe(503);
    expect((await server.with(null).get('/healthz')).status).toBe(200);
    await postgres.start();
    expect((await employee.get('/api/v2/getLoggedInDetails')).status).toBe(200);
  });
});
