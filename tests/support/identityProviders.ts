import * as calls from '#contract/calls/identityProviders.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { IdentityProviderBody } from '#contract/identityProvider.ts';
import type { Answer, Api } from './api.ts';

/** Providers of sign-in over HTTP, as tests need them. */

export const SECRET = 'the-secret-of-a-client';

/** A provider that may be added; `changes` make another one. */
export const someProvider = (changes: Partial<IdentityProviderBody> = {}): IdentityProviderBody => ({
  name: 'Acme',
  issuer: 'https://idp.example',
  clientId: 'kharcha',
  clientSecret: SECRET,
  domains: [],
  trustsEmail: false,
  groupsClaim: null,
  groupRoles: null,
  enabled: true,
  position: 1,
  ...changes,
});

type Sent = Record<string, string>;
const path = (entry: Parameters<typeof urlOf>[0], id: string): string => urlOf(entry, { parts: { id } });

export const list = (api: Api): Promise<Answer> => api.get(urlOf(calls.listIdentityProviders));
export const create = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.createIdentityProvider), body, headers);
export const update = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(path(calls.updateIdentityProvider, id), body, headers);
export const remove = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(path(calls.removeIdentityProvider, id), {}, headers);
export const move = (api: Api, id: string): Promise<Answer> => api.post(path(calls.moveToIdentityProvider, id), {});
export const tryOut = (api: Api, issuer: unknown): Promise<Answer> =>
  api.post(urlOf(calls.tryIdentityProvider), { issuer });
