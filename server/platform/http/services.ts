import type { Database } from '#server/platform/database/database.ts';
import type { Env } from '#server/platform/settings/env.ts';
import type { PushKeys } from '#server/platform/push/keys.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { Epoch } from '#server/platform/epoch/epoch.ts';
import type { SecretStore } from '#server/platform/secrets/repository.ts';
import type { JWTVerifyGetKey } from 'jose';

/** What the parts of the server are handed; nothing of it is global. */
export interface Services {
  env: Env;
  database: Database;
  files: FileStore;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Who may vouch for a person. A part that brings its own identity (the demo) adds it here. */
  identities: IdentitySource[];
  /** The current epoch of the database. */
  epoch: () => Epoch;
  /** From which ids of records are made. */
  idSecret: string;
  /** With which push services know this server. */
  pushKeys: PushKeys;
}

/** Where this server keeps its secrets. */
export const secretStoreOf = ({
  database,
  env,
}: {
  database: Pick<Database, 'db'>;
  env: Pick<Env, 'secretsKeys'>;
}): SecretStore => ({ db: database.db, keys: env.secretsKeys });

/** Someone who vouches for people by signed ID tokens: Google, or the demo's own. */
export interface IdentitySource {
  /** Prefix of the subject where it is bound, so that subjects of two sources never collide. */
  name: string;
  issuers: readonly string[];
  audience: string;
  keys: JWTVerifyGetKey;
  /** It signs the nonce that it is asked with: a token without one is refused (SES-25). */
  requiresNonce: boolean;
}
