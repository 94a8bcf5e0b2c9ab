import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { LIFE_NOTE } from '#server/platform/database/lifeNote.ts';
import { transact } from '#server/platform/database/transact.ts';
import { startEpoch, hasKnownEpoch, epochStart, identityOf, waitForNoStandby } from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Env } from '#server/platform/settings/env.ts';

/** PostgreSQL can be put back while this process runs; the embedded database cannot, and its note is a file to read. */
const LOOK_EVERY = { embedded: 60_000, postgres: 5_000 } as const;

interface Parts {
  database: Database;
  env: Env;
  clock: () => number;
}

/** An epoch of the database: it ends when a backup is restored. */
export interface Epoch {
  /** Sent to clients: when it changes, they ask what was lost (X58). */
  id: string;
  /**
   * Its start, in epoch milliseconds: a sign-in token from before may have been used already. 0 for the first epoch.
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
 * A restored backup is another epoch: PostgreSQL starts a new timeline (which a failover does too), or the data was put
 * into another database or server, or its tables were recreated; the restore of the embedded database leaves a note
 * beside it. The first server to see an epoch ends what the backup brought back (SES-22, S14). Where no epoch was ever
 * recorded, an earlier build ran on these data: what was made since the last restore is kept.
 */
async function readEpoch({ database, env, clock }: Parts, db: Kysely<Tables>): Promise<Epoch> {
  const { rows } = await identityOf(db);
  const note = database.kind === 'embedded' ? await readFile(join(env.dataDir, LIFE_NOTE), 'utf8').catch(() => '') : '';
  const epoch = sha256(`${rows[0]?.life}/${note}`).slice(0, 16);
  const life = `${epoch}/${rows[0]?.made}`;
  const known = await epochStart(db, life);
  if (known !== undefined) return { id: epoch, since: known };
  const now = clock();
  const since = await transact(db, async (tx) => {
    // Nobody is served until this is done, and a failover that loses it begins another epoch.
    await waitForNoStandby(tx);
    const begun = await startEpoch(tx, life, (await hasKnownEpoch(tx)) ? now : (restoredAt(note) ?? 0), now);
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
  return { id: epoch, since };
}

/**
 * Returns a getter of the current epoch: read now, over each new connection to a PostgreSQL server before anything else
 * is asked over it (F5), and in the background from time to time.
 */
export async function watchEpoch(parts: Parts): Promise<() => Epoch> {
  const { kind, db, onConnection } = parts.database;
  let epoch = await readEpoch(parts, db);
  let readAt = performance.now();
  let looks = 0;
  let newest = 0;
  const look = async (over: Kysely<Tables>): Promise<void> => {
    const number = ++looks;
    const found = await readEpoch(parts, over);
    // Of two looks that overlap, the later one decides.
    if (number > newest) [newest, epoch] = [number, found];
  };
  onConnection?.(look);
  return () => {
    if (performance.now() - readAt > LOOK_EVERY[kind]) {
      readAt = performance.now();
      look(db).catch(() => undefined);
    }
    return epoch;
  };
}
