import { randomBytes } from 'node:crypto';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import { safeReturnPath } from '#domain/session.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { notFound, Refusal, refusalOf, unavailable } from '#server/platform/base/errors.ts';
import { count } from '#server/platform/limits/repository.ts';
import { looksLikeToken } from '#server/platform/http/request.ts';
import type { Services } from '#server/platform/http/services.ts';
import { auditingRefusals } from '../accessAudit.ts';
import type { Identity } from '../identity.ts';
import { sealIdToken } from '../idToken.ts';
import { enabledProvider, type ProviderRow } from '../repository/identityProviders.ts';
import { beginSignIn, keepOutcome, takeOutcome, takeSignIn } from '../repository/oidcSignIns.ts';
import { attemptOf, countingFailures, newToken, open, type Claimant, type Opened } from '../session.ts';
import type { ProviderClients } from './clients.ts';
import { faultIn } from './faults.ts';
import { vouchedFor } from './vouched.ts';

/**
 * Sign-in at an OpenID Connect provider (SES-30): the browser goes to the provider with a state, a nonce and a PKCE
 * challenge, and comes back with a code. What that led to, a person or a refusal, is kept for a ticket, which the page
 * exchanges for its session. All of it works in one browser, the one with the secret in its cookie, and once.
 */

/** How long a person may take at the provider, and the page with its ticket, in milliseconds. */
const ON_THE_WAY = 10 * 60_000;
const TICKET_FOR = 2 * 60_000;
/** Sign-ins that one network may begin in a minute: a whole office does so on the day of a new server. */
const BEGUN_A_MINUTE = 300;

/** To who comes back with a state or a ticket that is not known, or was given to another browser. */
const LOST = 'This sign-in is over, or was begun in another browser. Please sign in again.';
const lost = (logged: string): Refusal => new Refusal('UNAUTHENTICATED', LOST, { logged });

/** What a sign-in led to. */
type Outcome = { identity: Identity } | { refused: { code: Refusal['code']; message: string } };

export interface OidcServices {
  services: Services;
  clients: ProviderClients;
}

const wayOf = (providerId: string): string => `oidc:${providerId}`;

/** The sign-in of this attempt is refused in the words of the error; what is no refusal is nobody's fault. */
function outcomeOf(error: unknown): Outcome {
  const { code, message } = faultIn(error) ? unavailable(SIGN_IN_LATER) : (refusalOf(error) ?? unavailable());
  return { refused: { code, message } };
}
const SIGN_IN_LATER = 'Sign-in is not available right now. Please try again in a moment.';

async function scopesOf(provider: ProviderRow, supported: readonly string[] | undefined): Promise<string> {
  const wanted = ['openid', 'email', 'profile'];
  if (provider.groups_claim !== null && supported?.includes('groups')) wanted.push('groups');
  return wanted.join(' ');
}

export interface Begin {
  providerId: string;
  /** Where the person wanted to go. */
  returnPath: string | undefined;
  /** The secret of this browser. */
  browser: string;
  /** The provider shall ask who it is, though it may know (SES-45). */
  again: boolean;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
}

/**
 * Where the browser goes: to the provider; or back to the login page with a ticket, where the provider cannot be
 * reached. Refuses by 404 a provider that is not there, by 429 who begins too often.
 */
export async function begin({ services, clients }: OidcServices, wish: Begin, place: string) {
  const { database, clock } = services;
  const now = clock();
  const used = await count(
    database.db,
    { bucket: `oidc-begin:${sha256(place)}`, most: BEGUN_A_MINUTE, windowMillis: 60_000 },
    now,
  );
  if (used.count > BEGUN_A_MINUTE)
    throw new Refusal('RATE_LIMITED', 'That was a lot at once. Please wait a moment.', { retryAfter: used.retryAfter });
  const provider = await enabledProvider(database.db, wish.providerId);
  if (!provider) throw notFound();
  const [state, nonce, verifier] = [newToken(), newToken(), randomBytes(48).toString('base64url')];
  const returnPath = safeReturnPath(wish.returnPath);
  const row = { id: sha256(state), provider_id: provider.id, browser_hash: sha256(wish.browser), verifier, nonce };
  const rest = { redirect_uri: wish.redirectUri, return_path: returnPath, expires_at: now + ON_THE_WAY };
  await beginSignIn(database.db, { ...row, ...rest }, now);
  try {
    const { config } = await clients(provider);
    const url = buildAuthorizationUrl(config, {
      redirect_uri: wish.redirectUri,
      scope: await scopesOf(provider, config.serverMetadata().scopes_supported),
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      // With an age it has to say when it asked (OpenID Connect Core 3.1.2.1).
      ...(wish.again && { prompt: 'login', max_age: '0' }),
    });
    return { to: url.href };
  } catch (error) {
    return { ticket: await keep(services, sha256(state), outcomeOf(error)), returnPath };
  }
}

/** What the provider wants to see again at sign-out is stored as secrets are, from here on. */
function sealed({ env }: Services, identity: Identity): Identity {
  const { provider } = identity;
  if (!provider || provider.idToken === null) return identity;
  return { ...identity, provider: { ...provider, idToken: sealIdToken(env, provider.idToken) } };
}

async function keep({ database, clock }: Services, id: string, outcome: Outcome): Promise<string> {
  const ticket = newToken();
  await keepOutcome(database.db, id, sha256(ticket), outcome, clock() + TICKET_FOR);
  return ticket;
}

/** What came back from the provider: the query of the address, and the secret of the browser. */
export interface Return {
  search: string;
  browser: string | null;
}

/**
 * Takes the provider's answer, and answers a ticket for what it led to. Refuses by 401 a state that is not known, was
 * used, has expired, or belongs to another browser: none of these costs whose it is their sign-in.
 */
export async function finish({ services, clients }: OidcServices, { search, browser }: Return, claimant: Claimant) {
  const { database, clock, env } = services;
  const state = new URLSearchParams(search).get('state') ?? '';
  const known = { how: 'oidc', email: '' };
  const taken = await auditingRefusals(services, attemptOf(claimant, known.how, known.email), () =>
    countingFailures(services, claimant.address, async () => {
      const row =
        browser !== null && looksLikeToken(state) && looksLikeToken(browser)
          ? await takeSignIn(database.db, sha256(state), sha256(browser), clock())
          : undefined;
      if (!row) throw lost('a state that this browser was not given, or not any more');
      return row;
    }),
  );
  const attempted = attemptOf(claimant, wayOf(taken.provider_id), '');
  const judge = async (): Promise<Outcome> => {
    const provider = await enabledProvider(database.db, taken.provider_id);
    if (!provider) throw lost('the provider was switched off meanwhile');
    const client = await clients(provider).catch((error: unknown) => {
      throw faultIn(error) ? unavailable(SIGN_IN_LATER) : error;
    });
    const answer = new URL(taken.redirect_uri);
    answer.search = search;
    const domains =
      provider.domains.length > 0 ? provider.domains : env.signInDomain === null ? [] : [env.signInDomain];
    const heard = (email: string): void => void (attempted.email = email);
    const terms = { now: clock(), domains, heard };
    return { identity: sealed(services, await vouchedFor(client, provider, answer, { ...taken, state }, terms)) };
  };
  const outcome = await auditingRefusals(services, attempted, () =>
    countingFailures(services, claimant.address, judge),
  ).catch(outcomeOf);
  return { ticket: await keep(services, taken.id, outcome), returnPath: taken.return_path };
}

/**
 * Opens the session that a ticket stands for (SES-32). Refuses as the sign-in was refused, and by 401 a ticket that is
 * not known or was given to another browser.
 */
export async function exchange(
  { services }: Pick<OidcServices, 'services'>,
  ticket: string,
  browser: string | null,
  claimant: Claimant,
): Promise<Opened & { picture: string | null }> {
  const { database, clock } = services;
  const attempted = attemptOf(claimant, 'oidc', '');
  const found = await auditingRefusals(services, attempted, () =>
    countingFailures(services, claimant.address, async () => {
      const row =
        browser !== null && looksLikeToken(ticket) && looksLikeToken(browser)
          ? await takeOutcome(database.db, sha256(ticket), sha256(browser), clock())
          : undefined;
      if (!row) throw lost('a ticket that this browser was not given, or not any more');
      return row;
    }),
  );
  const outcome = found.outcome as Outcome;
  // It was counted and put on record when it was found out.
  if ('refused' in outcome) throw new Refusal(outcome.refused.code, outcome.refused.message);
  const { identity } = outcome;
  const opening = attemptOf(claimant, identity.source, identity.email);
  return auditingRefusals(services, opening, () =>
    countingFailures(services, claimant.address, async () => ({
      ...(await open(services, identity, claimant)),
      picture: identity.picture,
    })),
  );
}
