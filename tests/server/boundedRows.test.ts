import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LISTED_INSIDE } from '#contract/limits.ts';
import { claimWarnings } from '#domain/warnings.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

describe('S3 one bill on many claims', () => {
  it('a row tells of ten of them and how many there are, and its warning counts them all', async () => {
    const employee = await server.as('employee');
    const bill = await employee.bill('the same for all');
    for (let n = 0; n < 30; n += 1) {
      const made = await employee.post('/api/v1/allExpense/create?primaryExpenseType=0', { localExpenseType: 'MOBILE_BILL', expenseDate: server.clock.now - 86_400_000, claimAmount: 120, remarks: 'The same bill', billUrl: [bill] }, { 'idempotency-key': `same-bill-${n}-0123` });
      expect([made.status, made.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    }
    for (const path of ['/api/v1/allExpense/search?primaryExpenseType=0&pageSize=25&filter=MANAGER_EMAIL:manager@example.com', '/api/v1/list-auth?pageSize=25']) {
      const answer = await (await server.as('manager')).get(path);
      expect(answer.status).toBe(200);
      const rows = [...answer.text.matchAll(/"duplicateOf":(\[.*?\]),"duplicates":(\d+)/g)].map(([, list = '', count]) => [(JSON.parse(list) as unknown[]).length, Number(count)]);
      expect(rows).toEqual(Array.from({ length: 25 }, () => [MAX_LISTED_INSIDE, 29]));
      expect(answer.text.length).toBeLessThan(100_000);
    }
    const duplicateOf = Array.from({ length: MAX_LISTED_INSIDE }, (_, n) => ({ id: `EXP${n}`, employeeName: 'Asha Nair' }));
    const [warning] = claimWarnings({ day: Date.parse('2026-07-15T06:00:00Z'), claimAmount: 100, duplicateOf, duplicates: 29 }, 'Asia/Kolkata');
    expect(warning?.reason).toContain('26 more');
  });
});
