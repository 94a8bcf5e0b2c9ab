import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OIDC_CALLBACK, OIDC_START } from '#contract/calls/oidc.ts';
import { LOGIN_PATH } from '#domain/session.ts';
import { refusalOf } from '#server/platform/base/errors.ts';
import { markAsData } from '#server/platform/http/envelope.ts';
import { isHttps } from '#server/platform/http/everyAnswer.ts';
import { looksLikeToken } from '#server/platform/http/request.ts';
import { claimantOf } from '../claimant.ts';
import { newToken } from '../session.ts';
import { endByProvider } from './signOut.ts';
import { begin, finish, type OidcServices } from './signIn.ts';

/** The addresses that browsers visit on the way to a provider and back. They answer redirects, and no data. */

/** Where a provider tells which of its sessions are over. */
const BACK_CHANNEL = '/api/v1/auth/oidc/:provider/logout';
const MAX_FORM_BYTES = 16_384;
const COOKIE_SECONDS = 15 * 60;

/** Over https no other host of the domain can set it. */
const cookieName = (secure: boolean): string => (secure ? '__Host-kharcha-sign-in' : 'kharcha-sign-in');

/** The secret of this browser, which only its requests carry; null where it has none. */
export function browserOf(request: FastifyRequest, secure: boolean): string | null {
  const start = `${cookieName(secure)}=`;
  const found = (request.headers.cookie ?? '').split(/; */).find((each) => each.startsWith(start));
  const secret = found?.slice(start.length) ?? '';
  return looksLikeToken(secret) ? secret : null;
}

function giveSecret(reply: FastifyReply, secret: string, secure: boolean): void {
  const what = `${cookieName(secure)}=${secret}; Path=/; Max-Age=${COOKIE_SECONDS}; HttpOnly; SameSite=Lax`;
  reply.header('set-cookie', secure ? `${what}; Secure` : what);
}

/** The login page, which takes the ticket from the part of the address that no server sees. */
const loginPage = (returnPath: string | undefined, ticket: string): string =>
  `${LOGIN_PATH}${returnPath === undefined ? '' : `?rd=${encodeURIComponent(returnPath)}`}#ticket=${ticket}`;

/** Where people reach this server, without a slash at its end. */
export function originOfServer(request: FastifyRequest, publicUrl: string | null, secure: boolean): string {
  return publicUrl ?? `${secure ? 'https' : 'http'}://${request.host}`;
}

const searchOf = (request: FastifyRequest): string => {
  const at = request.url.indexOf('?');
  return at < 0 ? '' : request.url.slice(at);
};

/** Adds the addresses of sign-in at a provider. What is refused is said on the login page. */
export function addOidcRoutes(app: FastifyInstance, oidc: OidcServices): void {
  const { services } = oidc;
  const { env } = services;
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<{ to: string } | { ticket: string; returnPath: string }>,
  ): Promise<FastifyReply> => {
    const where = await work().catch((error: unknown) => {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      request.refused = refusal;
      // A ticket of nobody: the page is told that this sign-in is over.
      return { ticket: 'none', returnPath: undefined };
    });
    return reply.redirect('to' in where ? where.to : loginPage(where.returnPath, where.ticket), 303);
  };

  app.get<{ Params: { provider: string }; Querystring: { rd?: string | string[]; again?: string } }>(
    OIDC_START.path,
    async (request, reply) => {
      const secure = isHttps(env, request.raw);
      const browser = browserOf(request, secure) ?? newToken();
      giveSecret(reply, browser, secure);
      const { rd, again } = request.query;
      const wish = {
        providerId: request.params.provider,
        returnPath: typeof rd === 'string' ? rd : undefined,
        browser,
        again: again === '1',
        redirectUri: `${originOfServer(request, env.publicUrl, secure)}${OIDC_CALLBACK}`,
      };
      return answer(request, reply, () => begin(oidc, wish, claimantOf(services, request, '').network));
    },
  );

  // As a provider of its own scope, so that no other address takes forms.
  void app.register(async (scope) => {
    const options = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    scope.post<{ Params: { provider: string } }>(BACK_CHANNEL, async (request, reply) => {
      const token = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : '';
      const { network, origin } = claimantOf(services, request, '');
      await endByProvider(oidc, request.params.provider, token, { network, origin });
      return markAsData(reply).send('');
    });
  });

  app.get(OIDC_CALLBACK, async (request, reply) => {
    const browser = browserOf(request, isHttps(env, request.raw));
    return answer(request, reply, () =>
      finish(oidc, { search: searchOf(request), browser }, claimantOf(services, request, '')),
    );
  });
}
