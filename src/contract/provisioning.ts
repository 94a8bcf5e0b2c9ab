import * as z from 'zod/mini';
import { ROLES } from './enums.ts';
import { moment } from './fields.ts';
import { MAX_PROVISIONED_GROUPS, MAX_PROVISIONING_TOKENS_LISTED } from './limits.ts';

/** How an identity provider keeps the directory, as organisation admins see it (SCIM-1, SCIM-9). */

/** A token of a provider; the token itself is answered once, when it is made. */
export const provisioningToken = z.object({
  tokenId: z.string(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
  expiresAt: z.nullable(moment),
  endedAt: z.nullable(moment),
});
export type ProvisioningToken = z.infer<typeof provisioningToken>;

/** The newest come first, those that have ended among them. */
export const provisioningTokens = z.array(provisioningToken).check(z.maxLength(MAX_PROVISIONING_TOKENS_LISTED));

/** A group that a provider has made, and the roles that its members are given. */
export const provisionedGroup = z.object({
  groupId: z.string(),
  name: z.string(),
  members: z.int(),
  roles: z.array(z.enum(ROLES)),
  version: z.int(),
});
export type ProvisionedGroup = z.infer<typeof provisionedGroup>;

/** `address` is what is entered at the provider. The newest tokens come first, groups by name. */
export const provisioning = z.object({
  address: z.string(),
  tokens: provisioningTokens,
  groups: z.array(provisionedGroup).check(z.maxLength(MAX_PROVISIONED_GROUPS)),
});
export type Provisioning = z.infer<typeof provisioning>;

/** `days` null: good until it is ended. */
export const provisioningTokenBody = z.object({
  name: z.string({ error: 'Please enter the name' }),
  days: z.nullable(z.int()),
});

export const provisionedGroupBody = z.object({ roles: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)) });
