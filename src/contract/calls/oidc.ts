import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { loginAnswer } from '../session.ts';

/** Sign-in at OpenID Connect providers (SES-30). */

/**
 * Where a browser begins it: a page that it visits, with `rd`, the path that it comes back to. It answers redirects, to
 * the provider and from there to the login page, whose address then ends in `#ticket=`.
 */
export const OIDC_START = { path: '/api/v1/auth/oidc/:provider/start' } as const;
/** Where providers send the browser back to. */
export const OIDC_CALLBACK = '/api/v1/auth/oidc/callback';

export const oidcLogin = endpoint({
  name: 'oidcLogin',
  method: 'POST',
  base: 'auth',
  path: '/api/v1/account/oidclogin',
  access: 'public',
  cookies: true,
  headers: ['deviceId'],
  offline: 'online',
  invalidates: [],
  summary:
    'Signs in with the ticket that the browser brought back from an OpenID Connect provider, and opens a session. ' +
    'The ticket works once, for two minutes, and in that browser.',
  body: z.object({ ticket: z.string() }),
  answer: loginAnswer,
});
