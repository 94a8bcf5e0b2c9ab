import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES } from '#contract/enums.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { HEADERS } from '#contract/headers.ts';
import { LEAVERS_ALONE } from '#domain/leaver.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import * as directory from '#tests/support/directory.ts';
import { create, dataOf, file } from '#tests/support/expenses.ts';
import { asLeaver, mailed, secretIn } from '#tests/support/leaverLinks.ts';
import { email, idOf, setRoles } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

/** What a leaver's session is answered, whatever it asks: somebody who had every role, and left. */

let server: TestServer;
let leaver: Api;
let bill: string;
beforeAll(async () => {
  server = await startServer({ METRICS_TOKEN: 'a-token-that-nobody-guesses-in-a-test' });
  const claim = await file(await server.as('employee'));
  [bill = ''] = claim.billUrl.map(({ fingerPrint }) => fingerPrint);
  await setRoles(server.database.db, 'manager', [...ROLES]);
  dataOf(await directory.leave(await server.as('org-admin'), idOf('manager'), email('manager2')));
  leaver = await asLeaver(server, secretIn((await mailed(server))[0]));
});
afterAll(() => server.close());

const ENTRIES = Object.entries(ENDPOINTS as Record<string, Endpoint>);
const guarded = ENTRIES.filter(([, { access }]) => access === 'session');

/** Asks it for whoever may be asked for, with a body that says nothing. */
function ask({ method, path, fixed, required, bodyType }: Endpoint): Promise<Answer> {
  const parts = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, idOf('employee')]));
  const query = Object.fromEntries((required ?? []).map((name) => [name, idOf('employee')]));
  const url = urlOf({ path, ...(fixed && { fixed }) }, { parts, query });
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyType === 'part' ? null : '{}';
  return leaver.send(method, url, body, body === '{}' ? { 'content-type': 'application/json' } : {});
}

describe('ORG-42 a session of a leaver’s link', () => {
  it.each(guarded.filter(([, { leaver: its }]) => !its))('is refused %s', async (_name, entry) => {
    const answer = await ask(entry);
    expect(answer.status).toBe(403);
    if (entry.method !== 'HEAD')
      expect(answer.body).toEqual({ success: false, code: 'FORBIDDEN', message: LEAVERS_ALONE });
  });

  it.each(guarded.filter(([, { leaver: its }]) => its))('gets as far as its own with %s', async (_name, entry) => {
    const answer = await ask(entry);
    expect(answer.status).not.toBe(401);
    expect(answer.text).not.toContain(email('employee'));
  });

  it('reads no bill, not even one that it decided about, however the address is spelt', async () => {
    for (const path of [
      `/api/v1/Common/document/${bill}`,
      `//api/v1/Common/document/${bill}`,
      `/%61pi/v1/Common/document/${bill}/`,
      `/api/v1/Common/document/${bill}?name=x`,
    ])
      expect(await leaver.get(path)).toMatchObject({ status: 403, body: { message: LEAVERS_ALONE } });
  });

  it('opens nothing that has a door of its own', async () => {
    const bearer = { authorization: `Bearer ${leaver.token}`, [HEADERS.apiKey]: String(leaver.token) };
    const statuses: Record<string, number> = {};
    for (const path of ['/scim/v2/Users', '/scim/v2/Groups', '/metrics'])
      statuses[path] = (await leaver.get(path, bearer)).status;
    statuses['intake'] = (await leaver.post('/api/v1/integration/conveyance', [], bearer)).status;
    expect(statuses).toEqual({ '/scim/v2/Users': 401, '/scim/v2/Groups': 401, '/metrics': 401, intake: 404 });
    // A cookie by itself is no session, and no call streams.
    const cookie = { token: '', cookie: `admin-auth-token=${leaver.token}`, accept: 'text/event-stream' };
    expect((await leaver.get('/api/v1/user/role', cookie)).status).toBe(401);
  });

  it('knows the keys that its person used, and no others', async () => {
    await create(await server.as('employee'), {}, { 'idempotency-key': 'a-key-of-somebody-else' });
    const answer = await leaver.get('/api/v1/user/knownKeys?keys=a-key-of-somebody-else');
    expect(answer.body).toEqual({ success: true, data: [] });
  });
});
