import type { Answer } from '#tests/support/api.ts';
import { Visitor, type OidcProvider } from '#tests/support/oidcProvider.ts';
import type { TestServer } from '#tests/support/server.ts';

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
