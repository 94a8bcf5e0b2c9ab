import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { RESTORED_NOTE } from '#server/database/restore.ts';
import { sha256 } from './canonical.ts';
import type { Services } from './services.ts';

const LOOK_EVERY = 60_000;

/**
 * Which life of the database this is. A restored backup is another one: PostgreSQL starts a new timeline, or the data was
 * put into another database or server; the restore of the embedded database leaves a note beside it.
 */
async function readEpoch({ database, env }: Pick<Services, 'database' | 'env'>): Promise<string> {
  const { rows } = await sql<{ life: string }>`
    select concat_ws('/', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()), (select oid from pg_database where datname = current_database())) as life`.execute(database.db);
  const note = database.kind === 'embedded' ? await readFile(join(env.dataDir, RESTORED_NOTE), 'utf8').catch(() => '') : '';
  return sha256(`${rows[0]?.life}/${note}`).slice(0, 16);
}

/** Answers the epoch at no cost: it is read now, and again in the background when a minute has passed. */
export async function watchEpoch(services: Pick<Services, 'database' | 'env'>): Promise<() => string> {
  let epoch = await readEpoch(services);
  let readAt = performance.now();
  return () => {
    if (performance.now() - readAt > LOOK_EVERY) {
      readAt = performance.now();
      readEpoch(services).then((next) => (epoch = next), () => undefined);
    }
    return epoch;
  };
}
