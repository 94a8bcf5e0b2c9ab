import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import {
  provisionedGroup,
  provisionedGroupBody,
  provisioning,
  provisioningToken,
  provisioningTokenBody,
} from '../provisioning.ts';
import * as z from 'zod/mini';

/** Provisioning by an identity provider, for organisation admins. */

const PATH = '/api/v1/organisation/provisioning';
const change = {
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['getProvisioning'],
} as const;

export const getProvisioning = endpoint({
  name: 'getProvisioning',
  method: 'GET',
  path: PATH,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The address for a provider of people, its tokens, and the roles that its groups give.',
  answer: dataAnswer(provisioning),
});
export const createProvisioningToken = endpoint({
  name: 'createProvisioningToken',
  method: 'POST',
  path: `${PATH}/tokens`,
  ...change,
  summary: 'Makes a token for a provider. It is answered this once; what is kept is its hash.',
  body: provisioningTokenBody,
  answer: dataAnswer(z.object({ ...provisioningToken.shape, token: z.string() })),
});
export const endProvisioningToken = endpoint({
  name: 'endProvisioningToken',
  method: 'POST',
  path: `${PATH}/tokens/:id/end`,
  ...change,
  summary: 'Ends a token: it opens nothing from now on.',
  answer: dataAnswer(z.object({ tokenId: z.string() })),
});
export const updateProvisionedGroup = endpoint({
  name: 'updateProvisionedGroup',
  method: 'PUT',
  path: `${PATH}/groups/:id`,
  ...change,
  summary: 'Says which roles the members of a group are given; they get and lose them at once.',
  body: provisionedGroupBody,
  answer: dataAnswer(provisionedGroup),
});
