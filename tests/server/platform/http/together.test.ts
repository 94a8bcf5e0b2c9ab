import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTogether } from '#contract/calls/together.ts';
import { MAX_TOGETHER } from '#contract/limits.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { file, own } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());

interface Carried {
  key: string;
  method: string;
  url: string;
  ifMatch?: number;
  body: Record<string, unknown>;
}
let keys = 0;
const approval = (id: string, more: Partial<Carried> = {}): Carried => ({
  key: `together-${(keys += 1)}-key`,
  method: 'POST',
  url: `/api/v1/allExpense/manager-approve?id=${id}&primaryExpenseType=0`,
  ifMatch: 1,
  body: { managerApprovedAmount: 50, managerRemarks: null },
  ...more,
});
const send = (api: Api, requests: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  api.post(sendTogether.path, { requests }, { 'idempotency-key': 'the-carrying-key', ...headers });
const answersOf = (answer: Answer) => sendTogether.answer.parse(answer.body).data;
const filed = async (count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await file(employee)).expenseId);
  return ids;
};

describe('OB-8: decisions that travel in one request', () => {
  it('are carried out and answered each as if it had come by itself', async () => {
    const [one = '', two = '', three = ''] = await filed(3);
    const requests = [
      approval(one),
      approval(two, { ifMatch: 7 }),
      approval('EXPnone'),
      { ...approval(three), url: `/api/v1/allExpense/manager-reject?id=${three}&primaryExpenseType=0` },
    ];
    const answer = await send(manager, requests);
    expect(answer.headers.get('Idempotency-Key')).toBe('the-carrying-key');
    const answers = answersOf(answer);
    expect(answers.map(({ key }) => key)).toEqual(requests.map(({ key }) => key));
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 404, 422]);
    expect(answers[0]?.answer).toMatchObject({
      success: true,
      data: { expenseId: one, version: 2, managerApprovedAmount: 50, managerName: 'Ravi Menon' },
    });
    expect(answers[1]?.answer).toMatchObject({ success: false, code: 'VERSION_CONFLICT', current: { version: 1 } });
    expect(await own(employee, two)).toMatchObject({ managerApprovalStatus: 'MANAGER_PENDING', version: 1 });
    expect(await own(employee, three)).toMatchObject({ managerApprovalStatus: 'MANAGER_PENDING' });
  });

  it('OB-3: sent again, together or each by itself, get the answers that they had', async () => {
    const requests = (await filed(3)).map((id) => approval(id));
    const first = answersOf(await send(manager, requests));
    expect(answersOf(await send(manager, [...requests].reverse())).toReversed()).toEqual(first);
    for (const [n, { key, url, ifMatch, body }] of requests.entries()) {
      const alone = await manager.post(url, body, { 'idempotency-key': key, 'if-match': `"${ifMatch}"` });
      expect(alone.headers.get('Idempotency-Replayed')).toBe('true');
      expect(alone.body).toEqual(first[n]?.answer);
    }
    // What was sent by itself and not heard is not carried out again.
    const [last = ''] = await filed(1);
    const request = approval(last);
    const alone = await manager.post(request.url, request.body, { 'idempotency-key': request.key, 'if-match': '"1"' });
    expect(answersOf(await send(manager, [request]))[0]?.answer).toEqual(alone.body);
  });

  it('stand in the audit log one by one, each under its own key and from where it came', async () => {
    const requests = (await filed(2)).map((id) => approval(id));
    await send(manager, requests, { 'device-id': 'device-of-the-manager', 'user-agent': 'a phone' });
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['request_key', 'origin'])
      .where(
        'request_key',
        'in',
        requests.map(({ key }) => key),
      )
      .execute();
    expect(rows).toHaveLength(2);
    for (const { origin } of rows) expect(origin).toMatch(/device-of-the-manager a phone$/);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('ACC-1: ask for what each asks for: whose session it is, and what the person may do', async () => {
    const [id = ''] = await filed(1);
    expect((await send(server.with(null), [approval(id)])).status).toBe(401);
    expect((await send(manager, [approval(id)], { account: email('employee') })).status).toBe(409);
    expect(answersOf(await send(employee, [approval(id)]))[0]?.status).toBe(403);
    expect(await own(employee, id)).toMatchObject({ managerApprovalStatus: 'MANAGER_PENDING', version: 1 });
  });

  it.each([
    ['none', () => []],
    ['too many', () => Array.from({ length: MAX_TOGETHER + 1 }, () => approval('EXP1'))],
    ['one key twice', () => [approval('EXP1', { key: 'one-key-twice' }), approval('EXP2', { key: 'one-key-twice' })]],
    ['what makes something', () => [approval('', { url: '/api/v1/allExpense/create?primaryExpenseType=0' })]],
    [
      'what decides many',
      () => [approval('', { url: '/api/v1/allExpense/bulk-manager-approve?primaryExpenseType=0' })],
    ],
    ['an address longer than one that comes by itself', () => [approval('E'.repeat(2_000))]],
    ['what is no call', () => [approval('', { url: '/healthz', method: 'GET' })]],
    ['itself', () => [approval('', { url: sendTogether.path })]],
    ['another server', () => [approval('', { url: 'https://example.com/api/v1/allExpense/manager-approve' })]],
    ['no list', () => 'x'],
  ])('are refused as one where it is not for decisions: %s', async (_, requests) => {
    const answer = await send(manager, requests());
    expect([answer.status, answer.body['code']]).toEqual([422, 'INVALID']);
  });
});
