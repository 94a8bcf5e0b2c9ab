import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { Provider, type AdapterFactory, type AdapterPayload } from 'oidc-provider';
import type { TestServer } from './server.ts';

export const CLIENT_ID = 'kharcha';
export const CLIENT_SECRET = 'a-secret-of-the-tests-that-nobody-guesses';

/** Somebody who has an account at the provider. */
interface Account {
  sub: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A real OpenID Connect provider on loopback, which can be made to answer wrongly. */
export interface OidcProvider {
  issuer: string;
  provider: Provider;
  /** Who signs in next. */
  account: Account;
  /** Answers in place of the provider, by path. */
  instead: Map<string, Answer>;
  /** Changes the JSON that the provider answers, by path. */
  changed: Map<string, (json: Record<string, unknown>) => Promise<Record<string, unknown>> | Record<string, unknown>>;
  /** Changes the claims of the next ID tokens; `null` takes one out. `foreign`: signed by a key of nobody. */
  claims(changes: Record<string, unknown>, foreign?: boolean): void;
  /** Signs as the provider does. */
  sign(claims: JWTPayload, header?: Record<string, unknown>): Promise<string>;
  /** How often a path was asked for. */
  asked(path: string): number;
  /** As it was before answers were changed. */
  mend(): void;
  close(): Promise<void>;
}

export const send = (response: ServerResponse, status: number, json: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(json));
};

const pair = async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(privateKey)), kid: 'provider-key', alg: 'RS256', use: 'sig' } };
};

/** Starts a provider that knows the server at `url`. `idTokenClaims`: the ID token holds what userinfo does. */
export async function startOidcProvider(url: string, idTokenClaims = true): Promise<OidcProvider> {
  const [own, foreign] = [await pair(), await pair()];
  const counts = new Map<string, number>();
  let handle: Answer = (_request, response) => void response.end();
  const pathOf = (request: IncomingMessage): string => (request.url ?? '').split('?', 1)[0] ?? '';
  const server = createServer((request, response) => {
    const path = pathOf(request);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const change = there.changed.get(path);
    if (change) changeJson(response, change);
    (there.instead.get(path) ?? handle)(request, response);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = new Map<string, Account>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [`${url}/api/v1/auth/oidc/callback`],
        post_logout_redirect_uris: [`${url}/`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        backchannel_logout_uri: `${url}/api/v1/auth/oidc/idp/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [own.jwk] },
    cookies: { keys: ['a key of cookies'] },
    conformIdTokenClaims: !idTokenClaims,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    scopes: ['openid', 'email', 'profile'],
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...accounts.get(sub), sub }),
    }),
    adapter: memory(),
    // Without the provider's own dispatcher, which refuses this machine, and its 2.5 seconds, which a busy one exceeds.
    fetch: (where, { method, headers, body }: RequestInit = {}) =>
      fetch(where, {
        ...(method !== undefined && { method }),
        ...(headers !== undefined && { headers }),
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(20_000),
      }),
    loadExistingGrant: async (context) => {
      const before = context.oidc.session?.grantIdFor(CLIENT_ID);
      if (before !== undefined) return context.oidc.provider.Grant.find(before);
      const grant = new context.oidc.provider.Grant({
        clientId: CLIENT_ID,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context, form) => {
          context.body = `${form}<button form="op.logoutForm" name="logout" value="yes">Sign out here</button>`;
        },
      },
    },
    ttl: { Interaction: 600, Session: 3600, Grant: 3600, AccessToken: 600, IdToken: 3600, AuthorizationCode: 60 },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    if (!pathOf(request).startsWith('/interaction/')) return void callback(request, response);
    accounts.set(there.account.sub, there.account);
    void provider.interactionFinished(request, response, { login: { accountId: there.account.sub } });
  };
  const sign = (claims: JWTPayload, header: Record<string, unknown> = {}, key = own.privateKey): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'provider-key', ...header }).sign(key);
  const there: OidcProvider = {
    issuer,
    provider,
    account: { sub: 'nobody' },
    instead: new Map(),
    changed: new Map(),
    claims(changes, byForeign = false) {
      there.changed.set('/token', async (json) => {
        if (typeof json['id_token'] !== 'string') return json;
        const all = { ...decodeJwt(json['id_token']), ...changes };
        const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
        return { ...json, id_token: await sign(kept, {}, (byForeign ? foreign : own).privateKey) };
      });
    },
    sign,
    asked: (path) => counts.get(path) ?? 0,
    mend() {
      there.instead.clear();
      there.changed.clear();
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return there;
}

/** Keeps what the provider keeps, without its warning about that. */
function memory(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string): string => `${model} ${id}`;
    const find = async (is: (row: AdapterPayload) => boolean): Promise<AdapterPayload | undefined> =>
      [...rows].find(([key, row]) => key.startsWith(`${model} `) && is(row))?.[1];
    return {
      upsert: async (id, row) => void rows.set(keyOf(id), row),
      find: async (id) => rows.get(keyOf(id)),
      findByUid: (uid) => find((row) => row.uid === uid),
      findByUserCode: (userCode) => find((row) => row.userCode === userCode),
      consume: async (id) => void rows.set(keyOf(id), { ...rows.get(keyOf(id)), consumed: Date.now() / 1000 }),
      destroy: async (id) => void rows.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, row] of rows) if (row.grantId === grantId) rows.delete(key);
      },
    };
  };
}

/** Lets an answer through `change` before it is sent. */
function changeJson(
  response: ServerResponse,
  change: (json: Record<string, unknown>) => Promise<Record<string, unknown>> | Record<string, unknown>,
): void {
  const end = response.end.bind(response) as (text: string) => void;
  response.end = ((text: string | Buffer) => {
    const finish = async (): Promise<void> => {
      const next = JSON.stringify(await change(JSON.parse(String(text)) as Record<string, unknown>));
      response.setHeader('content-length', Buffer.byteLength(next));
      end(next);
    };
    void finish();
    return response;
  }) as typeof response.end;
}

/** Sets a provider up in the database. */
export async function addProvider(
  { database, clock }: Pick<TestServer, 'database' | 'clock'>,
  issuer: string,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const row = {
    id: 'idp',
    name: 'Acme',
    issuer,
    client_id: CLIENT_ID,
    domains: [],
    trusts_email: false,
    groups_claim: null,
    group_roles: null,
    enabled: true,
    position: 1,
    version: 1,
    created_at: clock.now,
    updated_at: clock.now,
    ...changes,
  };
  await database.db
    .insertInto('identity_providers')
    .values(row as never)
    .execute();
  await database.db
    .insertInto('secrets')
    .values({ name: `identity-provider ${row.id}`, value: CLIENT_SECRET })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A browser that keeps cookies of each origin and follows redirects. */
export class Visitor {
  readonly #jar = new Map<string, Map<string, string>>();

  cookies(origin: string): Map<string, string> {
    const cookies = this.#jar.get(origin) ?? new Map<string, string>();
    this.#jar.set(origin, cookies);
    return cookies;
  }

  header(url: string): string {
    return [...this.cookies(new URL(url).origin)].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** One request; its redirect is not followed. */
  async ask(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string> | undefined), cookie: this.header(url) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...rest] = cookie.split(';');
      const at = pair.indexOf('=');
      const cookies = this.cookies(new URL(url).origin);
      if (/expires=Thu, 01 Jan 1970/i.test(rest.join(';'))) cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects until `stop` says of an address that it is enough, and answers that address. */
  async follow(url: string, stop: (url: URL) => boolean): Promise<URL> {
    for (let at = new URL(url), steps = 0; steps < 12; steps += 1) {
      if (stop(at)) return at;
      const response = await this.ask(at.href);
      await response.arrayBuffer();
      const to = response.headers.get('location');
      if (to === null) throw new Error(`${at.href} answers ${response.status} and leads nowhere`);
      at = new URL(to, at);
    }
    throw new Error('too many redirects');
  }
}
