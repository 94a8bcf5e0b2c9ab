import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Answer } from '#tests/support/api.ts';
import { addProvider, startOidcProvider, Visitor, type OidcProvider } from '#tests/support/oidcProvider.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';

const EXCHANGE = '/api/v1/account/oidclogin';
export const CALLBACK = '/api/v1/auth/oidc/callback';
export const startOf = (id = 'idp'): string => `/api/v1/auth/oidc/${id}/start`;

/** Signing in at a provider, in the browsers of a test. */
export function oidcAt(there: () => { server: TestServer; provider: OidcProvider }) {
  const isLogin = (url: URL): boolean => url.pathname === '/login';
  /** The address that the provider sends the browser to, which has not been visited yet. */
  const away = (visitor: Visitor, id?: string): Promise<URL> =>
    visitor.follow(
      `${there().server.url}${startOf(id)}?rd=%2Flist`,
      (url) => url.pathname === CALLBACK || isLogin(url),
    );
  /** From the button to the login page and its ticket. */
  const back = (visitor: Visitor, from: URL | string): Promise<URL> => visitor.follow(String(from), isLogin);
  const ticketOf = (url: URL): string => new URLSearchParams(url.hash.slice(1)).get('ticket') ?? '';
  async function exchange(visitor: Visitor, ticket: string, headers: Record<string, string> = {}): Promise<Answer> {
    const { server } = there();
    const own = { cookie: visitor.header(server.url), ...headers };
    return server.with(null).post(EXCHANGE, { ticket }, own);
  }
  /** Signs in, from the button to the session. */
  async function signIn(visitor = new Visitor(), id?: string): Promise<Answer> {
    const page = await back(visitor, await away(visitor, id));
    return exchange(visitor, ticketOf(page));
  }
  return { away, back, ticketOf, exchange, signIn };
}

/**
 * A server that knows a provider, for all tests of a file; before each the provider tells the truth again, and `who`
 * signs in next. `there` holds both once the file's tests begin.
 */
export function serverWithProvider(who: PersonKey = 'employee', settings: Parameters<typeof startServer>[0] = {}) {
  const there = {} as { server: TestServer; provider: OidcProvider };
  beforeAll(async () => {
    there.server = await startServer(settings);
    there.server.clock.now = Date.now();
    there.provider = await startOidcProvider(there.server.url);
    await addProvider(there.server, there.provider.issuer);
  });
  afterAll(async () => {
    await there.provider.close();
    await there.server.close();
  });
  beforeEach(async () => {
    there.server.clock.now = Date.now();
    there.provider.mend();
    there.provider.account = { sub: 'acme-1', email: email(who), email_verified: true };
    await there.server.database.db.deleteFrom('rate_limits').execute();
  });
  return { there, ...oidcAt(() => there) };
}
