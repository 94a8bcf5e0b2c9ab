import { createRemoteJWKSet, customFetch as fetchKeys, type FetchImplementation, type JWTVerifyGetKey } from 'jose';
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clockSkew,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ClientAuth,
  type Configuration,
  type CustomFetch,
} from 'openid-client';
import { readStoredSecret } from '#server/platform/secrets/repository.ts';
import { secretStoreOf, type Services } from '#server/platform/http/services.ts';
import type { ProviderRow } from '../repository/identityProviders.ts';
import { faultIn, ProviderFault } from './faults.ts';
import { assertSecure, isInsideIssuer, providerFetch, type ReachOptions } from './providerFetch.ts';

/** How long a provider's metadata is believed, in milliseconds. */
const MAX_AGE = 15 * 60_000;
const SKEW_SECONDS = 60;
const TIMEOUT_SECONDS = 5;

/** Under which a provider's client secret is kept. */
export const secretNameOf = (providerId: string): string => `identity-provider ${providerId}`;

/** By the first method that both sides know; a client without a secret has PKCE alone. */
function clientAuthOf(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (as, client, body, headers) => {
    const known = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (known.includes('client_secret_basic') ? basic : post)(as, client, body, headers);
  };
}

/** Answers where its keys are. Throws `ProviderFault` unless all that a sign-in needs is there, over https. */
function assertComplete(config: Configuration, issuer: URL): URL {
  const as = config.serverMetadata();
  // The library takes the templates of providers that serve many organisations for equal.
  if (!URL.canParse(as.issuer) || new URL(as.issuer).href !== issuer.href) throw new ProviderFault('issuer');
  const needed = [as.authorization_endpoint, as.token_endpoint, as.jwks_uri];
  for (const address of needed) if (address === undefined) throw new ProviderFault('incomplete');
  for (const address of [...needed, as.userinfo_endpoint, as.end_session_endpoint])
    if (address !== undefined) assertSecure(address);
  return assertSecure(as.jwks_uri ?? '');
}

const SIGNING = new Set(['RSA', 'EC', 'OKP']);

async function countOf(address: URL, fetch: CustomFetch): Promise<number> {
  const asked = {
    headers: { accept: 'application/json' },
    method: 'GET',
    redirect: 'manual',
    body: undefined,
  } as const;
  const response = await fetch(address.href, asked);
  const set = (await response.json().catch(() => null)) as { keys?: unknown } | null;
  const keys = response.ok && Array.isArray(set?.keys) ? (set.keys as ({ kty?: unknown; use?: unknown } | null)[]) : [];
  return keys.filter((key) => SIGNING.has(String(key?.kty)) && (key?.use ?? 'sig') === 'sig').length;
}

function keysOf(address: URL, fetch: CustomFetch): JWTVerifyGetKey {
  const ask: FetchImplementation = (url, { headers, method, signal }) =>
    fetch(url, { headers: Object.fromEntries(headers), method, signal, redirect: 'manual', body: undefined });
  return createRemoteJWKSet(address, { [fetchKeys]: ask, cooldownDuration: 60_000, cacheMaxAge: MAX_AGE });
}

/** What a provider is asked with. */
export interface ProviderClient {
  config: Configuration;
  /** Its published keys, fetched when first needed. */
  keys: JWTVerifyGetKey;
  /** How many of its published keys check signatures; rejects with `ProviderFault` where they cannot be fetched. */
  countKeys: () => Promise<number>;
}

/**
 * Reads a provider's metadata by discovery. Rejects with `ProviderFault`: not reached, not safe, another issuer, not
 * complete.
 */
export async function discover(
  { issuer, client_id }: Pick<ProviderRow, 'issuer' | 'client_id'>,
  secret: string | null,
  { now, ...reach }: ReachOptions & { now: number },
): Promise<ProviderClient> {
  const url = assertSecure(issuer);
  const fetch = providerFetch(await isInsideIssuer(url, reach.lookup), reach);
  const metadata = {
    ...(secret !== null && { client_secret: secret }),
    [clockTolerance]: SKEW_SECONDS,
    [clockSkew]: Math.round((now - Date.now()) / 1000),
  };
  const execute = [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])];
  const options = { [customFetch]: fetch, timeout: TIMEOUT_SECONDS, execute };
  try {
    const config = await discovery(url, client_id, metadata, clientAuthOf(secret), options);
    const address = assertComplete(config, url);
    return { config, keys: keysOf(address, fetch), countKeys: () => countOf(address, fetch) };
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw faultIn(error) ?? new ProviderFault(code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'issuer' : 'notJson');
  }
}

/** Answers a provider's client: discovered when first needed, and again after a quarter of an hour. */
export type ProviderClients = (provider: ProviderRow) => Promise<ProviderClient>;

/** Keeps one client for each version of each provider. What fails is not kept. */
export function createProviderClients(
  services: Pick<Services, 'database' | 'env' | 'clock'>,
  reach: ReachOptions = {},
): ProviderClients {
  const known = new Map<string, { version: number; at: number; client: Promise<ProviderClient> }>();
  return (provider) => {
    const { id, version } = provider;
    const found = known.get(id);
    if (found?.version === version && performance.now() - found.at < MAX_AGE) return found.client;
    const client = readStoredSecret(secretStoreOf(services), secretNameOf(id)).then((secret) =>
      discover(provider, secret, { ...reach, now: services.clock() }),
    );
    known.set(id, { version, at: performance.now(), client });
    client.catch(() => {
      if (known.get(id)?.client === client) known.delete(id);
    });
    return client;
  };
}
