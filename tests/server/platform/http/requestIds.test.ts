import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import { expenseBody, file, update } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** One id leads through a request: from the phone, over the log, to the database. */

const CREATE = '/api/v1/allExpense/create?primaryExpenseType=0';
let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

interface Line {
  requestId?: string;
  msg: string;
  route?: string;
}
const lines = (): Line[] => server.logs.map((line) => JSON.parse(line) as Line);
const headers = (key: string) => ({ [HEADERS.idempotencyKey]: key });

describe('the id of a request', () => {
  it('of a change is the key that its phone keeps through all attempts, on every line once', async () => {
    const api = await server.as('employee');
    const key = randomUUID();
    server.logs.length = 0;
    await api.post(CREATE, {}, headers(key));
    await api.post(CREATE, {}, headers(key));
    const own = lines();
    expect(own.length).toBeGreaterThanOrEqual(2);
    expect(own.map(({ requestId }) => requestId)).toEqual(own.map(() => key));
    for (const line of server.logs) expect(line.split('"requestId"').length).toBe(2);
  });

  it('of anything else, and of a key that is none, is a name of its own', async () => {
    const api = await server.as('employee');
    server.logs.length = 0;
    await api.get('/api/v1/user/role');
    await api.get('/api/v1/user/role');
    await api.get('/api/v1/user/role', headers("x'; drop table people; --"));
    const ids = lines().map(({ requestId }) => requestId ?? '');
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{12}$/);
  });

  it('is what an answer of 500 quotes and what its lines carry', async () => {
    const api = await server.as('employee');
    const bill = await api.bill('of a fault');
    await server.database.db.schema.alterTable('claims').renameTo('claims_away').execute();
    server.logs.length = 0;
    const key = randomUUID();
    const answer = await api.post(CREATE, expenseBody(bill), headers(key));
    await server.database.db.schema.alterTable('claims_away').renameTo('claims').execute();
    expect([answer.status, answer.body['requestId']]).toEqual([500, key]);
    expect(lines().map(({ msg, requestId }) => [msg, requestId])).toEqual([
      ['failed', key],
      ['answered', key],
    ]);
  });

  it.runIf(process.env['TEST_DATABASE_URL'] !== undefined)(
    'names the transaction on PostgreSQL, while it lasts',
    async () => {
      const api = await server.as('employee');
      const { expenseId } = await file(api);
      const body = expenseBody(await api.bill('another bill'), { remarks: 'changed' });
      const key = randomUUID();
      const { db } = server.database;
      const names = async (): Promise<string[]> => {
        const { rows } = await sql<{ name: string }>`
          select application_name as name from pg_stat_activity where datname = current_database()`.execute(db);
        return rows.map(({ name }) => name).filter((name) => name.startsWith('kharcha '));
      };
      let seen: string[] = [];
      const asking = await db.transaction().execute(async (tx) => {
        await sql`select id from claims where id = ${expenseId} for update`.execute(tx);
        const pending = update(api, expenseId, body, { ...headers(key), 'if-match': '1' });
        for (let tries = 0; tries < 100 && seen.length === 0; tries++) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          seen = await names();
        }
        return { pending };
      });
      expect((await asking.pending).status).toBe(200);
      expect(seen).toEqual([`kharcha ${key}`]);
      expect(await names()).toEqual([]);
    },
  );
});
