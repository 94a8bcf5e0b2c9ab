import type { Database } from '#server/platform/database/database.ts';
import type { Env } from '#server/platform/settings/env.ts';
import type { PushKeys } from '#server/platform/push/keys.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { Life } from '#server/platform/epoch/epoch.ts';
import type { SecretStore } from '#server/platform/secrets/repository.ts';
import type { IdentitySource } from '#server/modules/session/identity.ts';

/** What the parts of the server are handed; nothing of it is global. */
export interface Services {
  env: Env;
  database: Database;
  files: FileStore;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Who may vouch for a person. A part that brings its own identity (the demo) adds it here. */
  identities: IdentitySource[];
  /** Which life of the database this is. */
  life: () => Life;
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
