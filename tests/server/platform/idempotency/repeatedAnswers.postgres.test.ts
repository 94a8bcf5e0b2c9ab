import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#tests/support/api.ts';
import { create, dataOf, expenseBody } from '#tests/support/expenses.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { standbyOf, type Standby } from '#tests/support/standby.ts';

const postgres = await startPostgres();

describe('D5 while the synchronous standby is away', () => {
  let server: TestServer;
  let standby: Standby;
  beforeAll(async () => {
    process.env['TEST_DATABASE_URL'] = postgres.url;
    server = await startServer();
    delete process.env['TEST_DATABASE_URL'];
    standby = await standbyOf(postgres.url);
  });
  afterAll(async () => {
    await standby.end();
    await server.close();
    await postgres.stop();
  });

  /** Asks while it is away, and sees that the answer waits for it. */
  async function askWhileAway(ask: () => Promise<Answer>): Promise<Answer> {
    await standby.leave();
    let answered = false;
    const answer = ask().finally(() => (answered = true));
    while (!answered && (await standby.waiting('emit_message')) === 0);
    expect(answered).toBe(false);
    await standby.comeBack();
    return answer;
  }

  it('a stored answer is not repeated before it is back, nor is it said that its key is known', async () => {
    const employee = await server.as('employee');
    const body = expenseBody(await employee.bill('while it is away'));
    const key = 'while-it-is-away';
    const send = () => create(employee, body, { 'idempotency-key': key });
    const first = await send();
    const again = await askWhileAway(send);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(dataOf(again)).toEqual(dataOf(first));
    const known = await askWhileAway(() => employee.get(`/api/v1/user/knownKeys?keys=${key}`));
    expect(known.body['data']).toEqual([key]);
  });
});
