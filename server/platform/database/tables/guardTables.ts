import type { Generated } from 'kysely';

/**
 * What keeps strangers and hurry out: counters, tokens that were used, codes that were mailed. Moments are epoch
 * milliseconds.
 */

type Millis = number;

/** What may be done only so often: one counter per bucket, restarted when its window is over. */
interface RateLimitsTable {
  bucket: string;
  started_at: Millis;
  count: number;
  /** What is under way: it is not known yet whether it counts. */
  pending: Generated<number>;
}

/** ID tokens that have opened a session, until they expire: each is used once. */
interface UsedTokensTable {
  token_id: string;
  expires_at: Millis;
}

/** A code by mail that a browser asked for (SES-20, SES-23), for somebody or for nobody: the row is the same. */
export interface SignInRequestsTable {
  /** SHA-256 of the secret that the browser was given, hex. */
  id: string;
  email: string;
  /** HMAC of the code; null until the mail goes out. */
  code_hash: string | null;
  /** Codes tried against it. */
  tries: number;
  /** Times that its mail was tried. */
  attempts: number;
  asked_at: Millis;
  expires_at: Millis;
  /** When its mail is due; null when that is settled. */
  due_at: Millis | null;
}

/** Keys this server made at first start: device secrets, demo identity. */
interface SecretsTable {
  name: string;
  /** Sealed where there is a key for it (S19), else plain text. */
  value: string;
  /** null: before ages were kept. */
  made_at: Generated<Millis | null>;
}

/** A life of the database that a server has seen: from its first start, or from a restored backup on. */
interface LivesTable {
  life: string;
  /** When it began: what is older was made in another life. */
  since: Millis;
}

/** One row: what the database is for. Decided at the first start, and never changed. */
interface InstallationTable {
  one: Generated<boolean>;
  kind: 'demo' | 'real';
  decided_at: Millis;
  /** By which records were filed; null: not known yet. */
  time_zone: string | null;
}

/** Addresses a person had before, kept by a trigger: devices of older builds name what they keep by them (P10). */
interface FormerAddressesTable {
  person_id: string;
  email: string;
  /** When it was changed. */
  until: Millis;
}

/** A key of a program (S13). */
export interface ApiKeysTable {
  id: string;
  /** For whom it was made, in the words of who made it. */
  name: string;
  scope: ApiScope;
  /** SHA-256 of the key, hex. The key itself is never stored. */
  key_hash: string;
  created_at: Millis;
  last_used_at: Millis | null;
  /** null: never. */
  expires_at: Millis | null;
  /** Revoked, or ended with a restored backup. */
  ended_at: Millis | null;
}

/** What a key may be used for. */
export const API_SCOPES = ['intake', 'scim'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export interface GuardTables {
  former_addresses: FormerAddressesTable;
  api_keys: ApiKeysTable;
  lives: LivesTable;
  secrets: SecretsTable;
  installation: InstallationTable;
  rate_limits: RateLimitsTable;
  used_tokens: UsedTokensTable;
  sign_in_requests: SignInRequestsTable;
}
