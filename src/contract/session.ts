import * as z from 'zod/mini';
import { MAX_FORMER_EMAILS, MAX_IDENTITY_PROVIDERS, MAX_SECRETS } from './limits.ts';

export const TOKEN_COOKIE = 'admin-auth-token';
export const LAT_LONG_COOKIE = 'lat-long';
export const ORGANISATION_COOKIE = 'organisationId';
export const COOKIE_DAYS = 400;
export const PLATFORM = 'WEB_SITE';

/** Request headers, in the spelling of the wire. */
export const HEADERS = {
  token: 'token',
  platform: 'platform',
  latitude: 'latitude',
  longitude: 'longitude',
  organisation: 'organisationId',
  idempotencyKey: 'Idempotency-Key',
  idempotencyReplayed: 'Idempotency-Replayed',
  ifMatch: 'If-Match',
  clientVersion: 'client-version',
  /** Random id of this device, made once; the secret that seals what waits there is per person and device. */
  deviceId: 'device-id',
  /** Of an answer: another one than before means that the database was restored from a backup (X58). */
  dbEpoch: 'X-Db-Epoch',
  /** On a create sent again after that: the id that its record had. */
  recordId: 'record-id',
  /** Beside it: the `receipt` of the answer that made the record (TM-5). */
  recordReceipt: 'record-receipt',
  /**
   * On a queued change: when it was saved on the device, by the server's clock as the device knew it; epoch
   * milliseconds (TM-2).
   */
  savedAt: 'saved-at',
  /**
   * Of an answer: the server's own word for what time it was. On a queued change: the last such word before it was
   * saved (TM-2).
   */
  heardAt: 'heard-at',
  /** E-mail of the person a queued change belongs to; another person's session refuses it as WRONG_USER. */
  account: 'account',
  /** Of the tus protocol, by which an upload goes on where it was. */
  tusResumable: 'Tus-Resumable',
  uploadLength: 'Upload-Length',
  uploadOffset: 'Upload-Offset',
  uploadMetadata: 'Upload-Metadata',
  uploadExpires: 'Upload-Expires',
  /**
   * Stable id of the person a request is made for; the answer of a session's call names whose it is under the same name
   * (P14).
   */
  personId: 'person-id',
  /**
   * With googlelogin/v2: what this page keeps; the `nonce` of its ID token is the base64url SHA-256 of it (SES-25). 43
   * to 128 of A-Z a-z 0-9 _ -.
   */
  nonceVerifier: 'nonce-verifier',
  /** The key of a program that hands in records, such as the sales app. */
  apiKey: 'x-api-key',
} as const;

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
  baseUrls: z.object({ expense: z.string(), auth: z.string(), file: z.string() }),
  analyticsUrl: z.nullable(z.string()),
  pushPublicKey: z.nullable(z.string()),
  orgTimeZone: z.string(),
  version: z.string(),
});
export type Config = z.infer<typeof config>;

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
