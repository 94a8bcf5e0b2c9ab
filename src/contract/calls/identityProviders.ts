import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { identityProvider, identityProviderBody, identityProviders, providerTrial } from '../identityProvider.ts';
import { dataAnswer } from '../paging.ts';

/** Providers of sign-in, for organisation admins (SES-36). */

const PATH = '/api/v1/organisation/identityProviders';
const change = {
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['listIdentityProviders', 'getConfig'],
} as const;

export const listIdentityProviders = endpoint({
  name: 'listIdentityProviders',
  method: 'GET',
  path: PATH,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'OpenID Connect providers, and the addresses to register there. Client secrets are never answered.',
  answer: dataAnswer(identityProviders),
});
export const createIdentityProvider = endpoint({
  name: 'createIdentityProvider',
  method: 'POST',
  path: PATH,
  ...change,
  summary: 'Adds a provider.',
  body: identityProviderBody,
  answer: dataAnswer(identityProvider),
});
export const updateIdentityProvider = endpoint({
  name: 'updateIdentityProvider',
  method: 'PUT',
  path: `${PATH}/:id`,
  ...change,
  summary: 'Changes a provider, or switches it on or off: then who came in through it is signed out. Its issuer stays.',
  body: identityProviderBody,
  answer: dataAnswer(identityProvider),
});
export const removeIdentityProvider = endpoint({
  name: 'removeIdentityProvider',
  method: 'POST',
  path: `${PATH}/:id/remove`,
  ...change,
  summary: 'Removes a provider and its secret; who came in through it is signed out.',
  answer: dataAnswer(z.object({ providerId: z.string() })),
});
export const moveToIdentityProvider = endpoint({
  name: 'moveToIdentityProvider',
  method: 'POST',
  path: `${PATH}/:id/move`,
  ...change,
  summary: 'Lets everybody who signed in another way so far come in through this provider, by their address.',
  answer: dataAnswer(z.object({ moved: z.int() })),
});
export const tryIdentityProvider = endpoint({
  name: 'tryIdentityProvider',
  recentSignIn: false,
  method: 'POST',
  path: '/api/v1/organisation/identityProviderTrial',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary: 'Asks an issuer for its metadata and keys, and says what is wrong with them. Keeps nothing.',
  body: z.object({ issuer: z.string({ error: 'Please enter the issuer' }) }),
  answer: dataAnswer(providerTrial),
});
