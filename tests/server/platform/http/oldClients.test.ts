import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGES } from '#contract/error.ts';
import { classify } from '#outbox/outcome.ts';
import { create, expenseBody } from '#tests/support/expenses.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ BUILD: '20260715-0123456789ab' });
});
afterAll(() => server.close());

const [OLD, OLDEST_SERVED] = ['20250609-0123456789ab', '20250610-0123456789ab'];

describe('WIRE-14 SW-1 clients older than the server', () => {
  it('by more than 400 days are told to update, before anything else is looked at', async () => {
    const employee = await server.as('employee');
    for (const api of [employee, server.with(null)]) {
      const answer = await api.get('/api/v1/user/role', { 'client-version': OLD });
      expect([answer.status, answer.body]).toEqual([
        426,
        { success: false, code: 'CLIENT_TOO_OLD', message: MESSAGES.clientTooOld },
      ]);
    }
  });

  it('by 400 days, of no known age, or that do not say, are served', async () => {
    const employee = await server.as('employee');
    for (const version of [OLDEST_SERVED, '20300101-x', 'dev', ''])
      expect([version, (await employee.get('/api/v1/user/role', { 'client-version': version })).status]).toEqual([
        version,
        200,
      ]);
  });

  it('still find out what there is to update to, and can sign in after it', async () => {
    const nobody = server.with(null);
    expect((await nobody.get('/config.json', { 'client-version': OLD })).status).toBe(200);
    expect((await nobody.get('/healthz', { 'client-version': OLD })).status).toBe(200);
  });

  it('make nothing, and their outbox keeps what it has: the same key makes it after the update', async () => {
    const employee = await server.as('employee');
    const body = expenseBody(await employee.bill('kept by an old client'));
    const key = { 'Idempotency-Key': 'kept-0123456789abcdef' };
    const refused = await create(employee, body, { ...key, 'client-version': OLD });
    const facts = {
      status: refused.status,
      type: 'basic',
      redirected: false,
      contentType: String(refused.headers.get('content-type')),
      body: refused.text,
      echoedKey: refused.headers.get('idempotency-key'),
      retryAfter: null,
      date: null,
    };
    expect(classify(facts, { key: key['Idempotency-Key'] })).toEqual({ kind: 'tooOld' });
    const sent = await create(employee, body, { ...key, 'client-version': '20260715-0123456789ab' });
    expect([sent.status, sent.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});
