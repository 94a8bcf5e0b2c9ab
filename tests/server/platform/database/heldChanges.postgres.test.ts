import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expenseBody, file, found, update } from '#tests/support/expenses.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { standbyOf, type Standby } from '#tests/support/standby.ts';

const postgres = await startPostgres();

describe('F6 while changes are held by a standby that is away, and by each other', () => {
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

  it('lists and readiness answer; who waits for a lock too long is told to come again', async () => {
    const employee = await server.as('employee');
    const claims = [];
    for (let n = 0; n < 10; n++) claims.push(await file(employee));
    await standby.leave();
    const held = claims.map(({ expenseId, billUrl }, n) =>
      update(employee, expenseId, expenseBody(billUrl[0]?.fingerPrint ?? '', { claimAmount: 200 + n })),
    );
    while ((await standby.waiting()) < claims.length);
    // Its session is written down as used, too.
    server.clock.now += 10 * 60_000;
    expect((await found(employee)).results.totalElements).toBeGreaterThanOrEqual(claims.length);
    expect((await server.with(null).get('/readyz')).status).toBe(200);

    const locked = await Promise.race(held);
    expect([locked.status, locked.body['code'], locked.headers.get('retry-after')]).toEqual([503, 'UNAVAILABLE', '2']);
    await standby.comeBack();
    const answers = await Promise.all(held);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
  });
});
