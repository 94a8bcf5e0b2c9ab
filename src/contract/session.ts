import * as z from 'zod/mini';
import { MAX_FORMER_EMAILS, MAX_IDENTITY_PROVIDERS, MAX_SECRETS } from './limits.ts';

const accountDetails = z.object({
  email: z.string(),
  name: z.string(),
  employeeCode: z.string(),
  picture: z.optional(z.nullable(z.string())),
  /** Stays the same when the address changes (P10); absent from servers that do not tell it yet. */
  personId: z.optional(z.string()),
});
export type AccountDetails = z.infer<typeof accountDetails>;
const organisation = z.object({ organisationId: z.string(), name: z.string() });

/**
 * What this person's keys on this device are made of, newest first: the first seals, all open (P6). base64url, 32 bytes
 * each. `faceSecrets` are the person's on every device; `formerEmails` name stores and keys of earlier builds (P10).
 */
const sealing = z.object({
  secrets: z.array(z.string()).check(z.maxLength(MAX_SECRETS)),
  faceSecrets: z.array(z.string()).check(z.maxLength(MAX_SECRETS)),
  formerEmails: z.array(z.string()).check(z.maxLength(MAX_FORMER_EMAILS)),
  /** Nobody else ever had the person's present address: what an earlier build left under it is theirs. */
  soleAddress: z.boolean(),
});
export type Sealing = z.infer<typeof sealing>;

/** Body of googlelogin/v2: JSON, sent as application/octet-stream. */
export const loginBody = z.object({ credential: z.string() });
/**
 * `deviceSecret` (base64url, 32 bytes) and `sealing` are answered when the request named its device; clients that know
 * `sealing` leave the other alone.
 */
export const loginAnswer = z.object({
  success: z.literal(true),
  token: z.string(),
  accountDetails,
  orgDetails: z.array(organisation),
  deviceSecret: z.optional(z.string()),
  sealing: z.optional(sealing),
});
export type LoginAnswer = z.infer<typeof loginAnswer>;
/** Body of the call that mails a code. */
export const codeRequestBody = z.object({ email: z.string() });
/**
 * The same for every address, so that nobody learns whose it is. `request` is this browser's secret: the code works
 * together with it alone.
 */
export const codeRequestAnswer = z.object({
  success: z.literal(true),
  data: z.object({ goodForMinutes: z.number(), againInSeconds: z.number(), request: z.optional(z.string()) }),
});
/** Body of sign-in by a code that came by mail. Pages of the builds before send no `request` and are told to reload. */
export const codeLoginBody = z.object({ email: z.string(), code: z.string(), request: z.optional(z.string()) });

export const loggedInAnswer = z.object({
  success: z.literal(true),
  accountDetails,
  orgDetails: z.array(organisation),
  deviceSecret: z.optional(z.string()),
  sealing: z.optional(sealing),
});

export const demoAccount = z.object({ email: z.string(), name: z.string(), roles: z.array(z.string()) });

/** GET /config.json: what the client needs before sign-in. */
export const config = z.object({
  success: z.literal(true),
  googleClientId: z.nullable(z.string()),
  demo: z.boolean(),
  /** Sign-in by a code that comes by mail is possible; absent from servers before it was. */
  codeSignIn: z.optional(z.boolean()),
  /** OpenID Connect providers where people may sign in, in the order of their buttons. */
  identityProviders: z.optional(
    z.array(z.object({ id: z.string(), name: z.string() })).check(z.maxLength(MAX_IDENTITY_PROVIDERS)),
  ),
  /** False: sign-in asks for no location. Absent from servers that always do. */
  locationRequired: z.optional(z.boolean()),
  /** The organisation's logo, as a data address of a small picture. */
  logo: z.optional(z.string()),
  baseUrls: z.object({ expense: z.string(), auth: z.string(), file: z.string() }),
  analyticsUrl: z.nullable(z.string()),
  pushPublicKey: z.nullable(z.string()),
  orgTimeZone: z.string(),
  /** It is the server's setting, which nobody chooses on screen (ORG-36). */
  orgTimeZoneSet: z.optional(z.boolean()),
  version: z.string(),
});
export type Config = z.infer<typeof config>;

/**
 * What the server writes into the HTML of the sign-in page: the configuration, and who can sign in to a demo.
 */
export const signInFacts = z.object({ config, accounts: z.optional(z.array(demoAccount)) });
export type SignInFacts = z.infer<typeof signInFacts>;

/** One place where somebody is signed in (SES-40). */
export const livingSession = z.object({
  /** No secret: it opens nothing. */
  sessionId: z.string(),
  /** 'Chrome on Android' */
  device: z.string(),
  /** How they signed in; null where that is not known. */
  way: z.nullable(z.string()),
  /** Epoch milliseconds. A use is noted every few minutes. */
  signedInAt: z.number(),
  lastUsedAt: z.number(),
  /** The session that asks. */
  current: z.boolean(),
});
export type LivingSession = z.infer<typeof livingSession>;
