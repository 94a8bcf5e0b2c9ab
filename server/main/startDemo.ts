import { openPack, writePack, type PackedFiles } from '#server/demo/billPack.ts';
import { seedDemo } from '#server/demo/seed.ts';
import type { Database } from '#server/platform/database/open.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import type { Env } from '#server/platform/settings/env.ts';

/**
 * Fills an empty database with the demo organisation. Answers the store with the bills that are not in it yet: nobody
 * waits for a thousand files. Other processes that share the database have no such pack, so there they are stored
 * first.
 */
export async function startDemo({
  database,
  store,
  env,
  now,
}: {
  database: Database;
  store: FileStore;
  env: Pick<Env, 'dataDir' | 'timeZone'>;
  now: number;
}): Promise<PackedFiles> {
  const { db, kind, durable } = database;
  const made = await seedDemo({ db, keep: (bills) => writePack(env.dataDir, bills), now, timeZone: env.timeZone });
  if (made) await durable();
  const packed = openPack(env.dataDir, store);
  if (kind === 'postgres') await packed.unpack();
  return packed;
}
