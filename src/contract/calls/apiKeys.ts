import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { provisioningToken, provisioningTokenBody, provisioningTokens } from '../provisioning.ts';

/** Keys of the sales app, for organisation admins (ORG-35). */

const PATH = '/api/v1/organisation/keys';
const change = { access: 'session', recentSignIn: true, offline: 'online', invalidates: ['listApiKeys'] } as const;

export const listApiKeys = endpoint({
  name: 'listApiKeys',
  method: 'GET',
  path: PATH,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The keys with which the sales app hands in conveyance claims, the newest first.',
  answer: dataAnswer(provisioningTokens),
});
export const createApiKey = endpoint({
  name: 'createApiKey',
  method: 'POST',
  path: PATH,
  ...change,
  summary: 'Makes a key for the sales app. It is answered this once; what is kept is its hash.',
  body: provisioningTokenBody,
  answer: dataAnswer(z.object({ ...provisioningToken.shape, token: z.string() })),
});
export const endApiKey = endpoint({
  name: 'endApiKey',
  method: 'POST',
  path: `${PATH}/:id/end`,
  ...change,
  summary: 'Ends a key of the sales app: it opens nothing from now on.',
  answer: dataAnswer(z.object({ tokenId: z.string() })),
});
