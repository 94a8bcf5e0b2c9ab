import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { pdf } from '#tests/support/files.ts';
import { idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const guarded: Endpoint[] = Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
  (entry) => entry.access === 'session',
);
const call = (api: Api, entry: Endpoint): Promise<Answer> => {
  const url = urlOf(entry, {
    parts: { id: 'EXP1', campaignId: 'CMP1', uploadId: '0'.repeat(32), fingerPrint: 'a'.repeat(64) },
    query: Object.fromEntries((entry.required ?? []).map((name) => [name, 'EXP1'])),
  });
  if (entry.bodyType === 'file') return api.upload(pdf('x'), 'bill.pdf', {}, url);
  if (entry.bodyType === 'part')
    return api.send(entry.method, url, entry.method === 'PATCH' ? 'x' : undefined, {
      'tus-resumable': '1.0.0',
      'upload-length': '10',
      'upload-offset': '0',
      ...(entry.method === 'PATCH' && { 'content-type': 'application/offset+octet-stream' }),
    });
  return entry.method === 'GET' ? api.get(url) : entry.method === 'POST' ? api.post(url, {}) : api.put(url, {});
};

describe('every guarded call without a living session', () => {
  let ended: Api;
  let disabled: Api;
  const setDisabled = (is: boolean): Promise<unknown> =>
    server.database.db
      .updateTable('people')
      .set({ disabled: is })
      .where('id', '=', idOf('campaign-manager2'))
      .execute();
  beforeAll(async () => {
    ended = server.with(await server.signIn('newcomer'));
    await ended.post('/api/v2/logout');
    disabled = server.with(await server.signIn('campaign-manager2'));
    await setDisabled(true);
  });
  afterAll(() => setDisabled(false));

  it.each(guarded.map((entry) => [entry.name, entry] as const))(
    '%s: 401 to nobody, to a stranger’s token, to an ended session and to a disabled person',
    async (_name, entry) => {
      for (const api of [server.with(null), server.with('A'.repeat(43)), ended, disabled]) {
        const answer = await call(api, entry);
        expect([answer.status, answer.body]).toEqual([
          401,
          entry.method === 'HEAD' ? {} : { success: false, message: 'Authentication failed!', code: 'UNAUTHENTICATED' },
        ]);
      }
    },
  );

  it('every call of the contract is served', async () => {
    const api = await server.as('employee');
    for (const entry of Object.values(ENDPOINTS as Record<string, Endpoint>).filter(
      (one) => !one.path.startsWith('/demo/'),
    )) {
      const answer = await call(entry.access === 'public' ? server.with(null) : api, entry);
      expect([entry.name, answer.status === 405, answer.status === 500]).toEqual([entry.name, false, false]);
    }
  });
});
