import { beforeAll, describe, expect, it } from 'vitest';
import { Visitor, type OidcProvider } from '#tests/support/oidcProvider.ts';
import type { TestServer } from '#tests/support/server.ts';
import { serverWithProvider, startOf } from './oidcFixtures.ts';

const MINUTE = 60_000;
let server: TestServer;
let provider: OidcProvider;
const { there, back, ticketOf, exchange, signIn } = serverWithProvider('org-admin', { RECENT_SIGN_IN_MINUTES: '60' });

beforeAll(() => void ({ server, provider } = there));

const secondsAgo = (millis: number): number => Math.floor((server.clock.now - millis) / 1000);
/** What a change of the organisation is answered in a session that was opened now. */
async function changed(later = 0): Promise<[status: number, code: unknown]> {
  const answer = await signIn();
  const api = server.with(String(answer.body['token']));
  expect((await api.get('/api/v2/getLoggedInDetails')).status).toBe(200);
  server.clock.now += later;
  const { status, body } = await api.put('/api/v1/organisation', { name: 'Acme' });
  return [status, body['code']];
}
const OLD = [403, 'SIGN_IN_AGAIN'];

describe('SES-44 a provider that has known who it is for long', () => {
  it('a sign-in is as old as the provider’s question, where it says when that was', async () => {
    provider.claims({ auth_time: secondsAgo(61 * MINUTE) });
    expect(await changed()).toEqual(OLD);
    provider.claims({ auth_time: secondsAgo(30 * MINUTE) });
    expect((await changed())[0]).toBe(200);
    expect(await changed(31 * MINUTE)).toEqual(OLD);
  });

  it('one that says nothing, or something of the future, is as young as its session', async () => {
    for (const auth_time of [null, secondsAgo(-24 * 60 * MINUTE)]) {
      provider.claims({ auth_time });
      expect((await changed(59 * MINUTE))[0]).toBe(200);
      server.clock.now = Date.now();
      expect(await changed(61 * MINUTE)).toEqual(OLD);
      server.clock.now = Date.now();
    }
  });

  it('SES-45 asked again, a real provider says that it has asked', async () => {
    const visitor = new Visitor();
    const page = await back(visitor, `${server.url}${startOf()}?rd=%2Flist&again=1`);
    const answer = await exchange(visitor, ticketOf(page));
    const api = server.with(String(answer.body['token']));
    expect((await api.put('/api/v1/organisation', { name: 'Acme' })).status).toBe(200);
    const { signed_in_at: at } = await server.database.db
      .selectFrom('sessions')
      .select('signed_in_at')
      .orderBy('created_at', 'desc')
      .orderBy('signed_in_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(Math.abs((at ?? 0) - Date.now())).toBeLessThan(10 * MINUTE);
  });
});
