import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { transact } from '#server/platform/database/transact.ts';
import * as repository from './repository.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { nameOf, readNote } from './name.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Env } from '#server/platform/settings/env.ts';

/** Who saw the database no longer ago than this, in milliseconds, can say whether a failover has lost anything. */
const SEEN_WITHIN = 120_000;

/** PostgreSQL can be put back while this process runs; the embedded database cannot, and its note is a file to read. */
const LOOK_EVERY = { embedded: 60_000, postgres: 5_000 } as const;
/** A process that was there looks within this. */
const OTHERS_SAY_WITHIN = 3 * LOOK_EVERY.postgres;
const ASK_OTHERS_EVERY = 500;

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

/** What this process saw of the database last, and when, in epoch milliseconds. */
interface Seen extends repository.Identity {
  epoch: Epoch;
  at: number;
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
 * Whether `now` goes on where `seen` was (SES-47): a standby of the same server took over, what was acknowledged was on
 * a standby's disk, and what was newest a moment ago is there. A restored backup lacks that.
 */
async function goesOn(seen: Seen, now: repository.Identity, at: number, db: Kysely<Tables>): Promise<boolean> {
  if (!seen.mark || !seen.synchronous || Math.abs(at - seen.at) > SEEN_WITHIN) return false;
  const same = (['system', 'base', 'made'] as const).every((part) => seen[part] === now[part]);
  return same && now.timeline > seen.timeline && (await repository.hasMark(db, seen.mark));
}

/**
 * What a process that saw the database before it was replaced says of this epoch, where one does: a process that has
 * only started cannot tell a failover from a backup (SES-47).
 */
async function saidByOthers(db: Kysely<Tables>, life: string): Promise<number | undefined> {
  const end = performance.now() + OTHERS_SAY_WITHIN;
  let since: number | undefined;
  while (since === undefined && performance.now() < end) {
    await wait(ASK_OTHERS_EVERY);
    since = await repository.epochStart(db, life);
  }
  return since;
}

/**
 * A restored backup is another epoch: PostgreSQL starts a new timeline (which a failover does too), or the data was put
 * into another database or server, or its tables were recreated; the restore of the embedded database leaves a note
 * beside it. The first server to see an epoch ends what the backup brought back (SES-22, S14), unless it knows that
 * nothing was lost (SES-47). Where no epoch was ever recorded, an earlier build ran on these data: what was made since
 * the last restore is kept.
 */
async function readEpoch({ database, env, clock }: Parts, db: Kysely<Tables>, seen: Seen | null): Promise<Seen> {
  const identity = await repository.identityOf(db);
  const note = database.kind === 'embedded' ? await readNote(env.dataDir) : '';
  const { id, life } = nameOf(identity, note);
  const now = clock();
  const begin = async (tx: Kysely<Tables>): Promise<number> => {
    // Nobody is served until this is done, and a failover that loses it begins another epoch.
    await repository.waitForNoStandby(tx);
    if (seen && (await goesOn(seen, identity, now, tx))) return repository.continueEpoch(tx, life, seen.epoch.since);
    const from = (await repository.hasKnownEpoch(tx)) ? now : (restoredAt(note) ?? 0);
    const begun = await repository.startEpoch(tx, life, { since: from, restored: restoredAt(note) ?? from, now });
    if (begun.ended && begun.since > 0) {
      const what = {
        recordId: newId('LIF', now),
        recordKind: 'session',
        version: 1,
        action: 'restored',
        before: null,
        after: { epoch: id, ...begun },
      };
      await appendAudit(tx, { ...what, at: now, actorId: null, origin: 'server' }, '');
    }
    return begun.since;
  };
  let since = await repository.epochStart(db, life);
  if (since === undefined && !seen && identity.synchronous && (await repository.hasKnownEpoch(db)))
    since = await saidByOthers(db, life);
  if (since === undefined) {
    since = await transact(db, begin);
    await database.durable();
  }
  return { ...identity, epoch: { id, since }, at: now };
}

/**
 * Returns a getter of the current epoch: read now, over each new connection to a PostgreSQL server before anything else
 * is asked over it (F5), and in the background from time to time.
 */
export async function watchEpoch(parts: Parts): Promise<() => Epoch> {
  const { kind, db, onConnection } = parts.database;
  let seen = await readEpoch(parts, db, null);
  let readAt = performance.now();
  let looks = 0;
  let newest = 0;
  const look = async (over: Kysely<Tables>): Promise<void> => {
    const number = ++looks;
    const found = await readEpoch(parts, over, seen);
    // Of two looks that overlap, the later one decides.
    if (number > newest) [newest, seen] = [number, found];
  };
  onConnection?.(look);
  let looking = false;
  return () => {
    // One at a time: a database that does not answer is not asked by all its connections.
    if (!looking && performance.now() - readAt > LOOK_EVERY[kind]) {
      readAt = performance.now();
      looking = true;
      void look(db)
        .catch(() => undefined)
        .finally(() => (looking = false));
    }
    return seen.epoch;
  };
}

/** Has the database looked at though nobody asks: a failover is judged by what was seen just before it (SES-47). */
export function keepWatching(app: FastifyInstance, epoch: () => Epoch): void {
  const timer = setInterval(epoch, LOOK_EVERY.postgres).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
