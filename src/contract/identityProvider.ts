import * as z from 'zod/mini';
import { ROLES } from './enums.ts';
import { moment } from './fields.ts';
import { MAX_IDENTITY_PROVIDERS, MAX_PROVIDER_DOMAINS } from './limits.ts';

/** OpenID Connect providers as organisation admins keep them (SES-36). */

const groupRoles = z.record(z.string(), z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length)));
const common = {
  /** On the button: 'Sign in with {name}'. */
  name: z.string({ error: 'Please enter the name' }),
  issuer: z.string({ error: 'Please enter the issuer' }),
  clientId: z.string({ error: 'Please enter the client id' }),
  /** Only addresses of these domains may sign in; none: of any. */
  domains: z.array(z.string()).check(z.maxLength(MAX_PROVIDER_DOMAINS)),
  /** Its addresses are verified, though it does not say so. */
  trustsEmail: z.boolean(),
  groupsClaim: z.nullable(z.string()),
  /** Roles by group; null: groups give none. */
  groupRoles: z.nullable(groupRoles),
  enabled: z.boolean(),
  /** Buttons stand in this order. */
  position: z.int(),
};

/** `clientSecret` is never answered; a change without it leaves it as it is, null takes it away. */
export const identityProviderBody = z.object({ ...common, clientSecret: z.optional(z.nullable(z.string())) });
export type IdentityProviderBody = z.infer<typeof identityProviderBody>;

export const identityProvider = z.object({
  ...common,
  providerId: z.string(),
  hasSecret: z.boolean(),
  version: z.int(),
  createdAt: moment,
  updatedAt: moment,
});
export type IdentityProvider = z.infer<typeof identityProvider>;

/** `redirectUri` and `signOutUri` are what is registered at each provider. */
export const identityProviders = z.object({
  providers: z.array(identityProvider).check(z.maxLength(MAX_IDENTITY_PROVIDERS)),
  redirectUri: z.string(),
  signOutUri: z.string(),
});

/** What a provider says of itself when it is tried out. */
export const providerTrial = z.object({ issuer: z.string(), keys: z.int(), signsOut: z.boolean() });
