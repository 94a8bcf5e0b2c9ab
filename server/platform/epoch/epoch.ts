import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RESTORED_NOTE } from '#server/platform/database/restore.ts';
import { transact } from '#server/platform/database/transact.ts';
import { beginLife, hasLived, lifeBegan, identityOf } from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Env } from '#server/platform/settings/env.ts';

/** PostgreSQL can be put back while this process runs; the embedded database cannot, and its note is a file to read. */
const LOOK_EVERY = { embedded: 60_000, postgres: 5_000 } as const;

interface Parts {
  database: Database;
  env: Env;
  clock: () => number;
}

/** Which life of the database this is. */
export interface Life {
  /** What clients are told: another one than before, and they ask what was lost (X58). */
  epoch: string;
  /**
   * Since when, in epoch milliseconds: a token of sign-in from before may have been used already. 0 for the first life.
   */
  since: number;
}

/** When the note beside the embedded database was written; null without one. */
function restoredAt(note: string): number | null {
  try {
    const { at } = JSON.parse(note) as { at?: unknown };
    return typeof at === 'number' ? at : null;
  } catch {
    return null;
  }
}

/**
 * A restored backup is another life: PostgreSQL starts a new timeline (which a failover does too), or the data was put
 * into another database or server, or its tables were made anew; the restore of the embedded database leaves a note
 * beside it. The first server to see a life ends in it what the backup brought back (S14). Where no life was ever
 * noted, the build before ran on these data: what was made since the last restore goes on.
 */
async function readLife({ database, env, clock }: Parts): Promise<Life> {
  const { rows } = await identityOf(database.db);
  const note =
    database.kind === 'embedded' ? await readFile(join(env.dataDir, RESTORED_NOTE), 'utf8').catch(() => '') : '';
  const epoch = sha256(`${rows[0]?.life}/${note}`).slice(0, 16);
  const life = `${epoch}/${rows[0]?.made}`;
  const known = await lifeBegan(database.db, life);
  if (known !== undefined) return { epoch, since: known };
  const now = clock();
  const since = await transact(database.db, async (tx) => {
    const begun = await beginLife(tx, life, (await hasLived(tx)) ? now : (restoredAt(note) ?? 0), now);
    if (begun.ended && begun.since > 0) {
      const what = {
        recordId: newId('LIF', now),
        recordKind: 'session',
        version: 1,
        action: 'restored',
        before: null,
        after: { epoch, ...begun },
      };
      await appendAudit(tx, { ...what, at: now, actorId: null, origin: 'server' }, '');
    }
    return begun.since;
  });
  await database.durable();
  return { epoch, since };
}

/** Answers the life at no cost: it is read now, and again in the background when some time has passed. */
export async function watchLife(parts: Parts): Promise<() => Life> {
  let life = await readLife(parts);
  let readAt = performance.now();
  return () => {
    if (performance.now() - readAt > LOOK_EVERY[parts.database.kind]) {
      readAt = performance.now();
      readLife(parts).then(
        (next) => (life = next),
        () => undefined,
      );
    }
    return life;
  };
}
