import type { Entry, Saved } from './entry.ts';
import type { Outcome } from './outcome.ts';
import { answeredRecord, withRecordId } from './order.ts';
import { isLeased, next as realNext, released, type RetryContext } from './state.ts';

/** What an outcome, or a discard, does to the entry and to those that depend on it. Pure. */

/** Entries to write and ids to remove, in one transaction. Blobs of removed and of sent entries go with them. */
export interface Change {
  put: Entry[];
  remove: string[];
}

export type Next = (entry: Entry, outcome: Outcome, now: number, context: RetryContext) => Entry;

const followers = (all: readonly Entry[], id: string): Entry[] =>
  all.filter((entry) => !entry.unreadable && (entry.after === id || entry.record.from === id) && entry.id !== id);

function without<K extends keyof Entry>(entry: Entry, ...keys: K[]): Entry {
  const copy = { ...entry };
  for (const key of keys) delete copy[key];
  return copy;
}

/**
 * A follower once what it waited for is on the server: it knows the id, and the version that its own predecessor made.
 */
export function afterSuccess(follower: Entry, done: Entry): Entry {
  const { id, version } = answeredRecord(done.answer);
  let entry = follower;
  if (entry.record.from === done.id && id !== undefined && entry.record.id === undefined)
    entry = withRecordId(entry, id);
  if (entry.after !== done.id) return entry;
  const sameRecord =
    entry.record.from === done.id || (entry.record.id !== undefined && entry.record.id === (done.record.id ?? id));
  if (sameRecord && version !== undefined && !entry.maybeSent)
    entry = { ...entry, ifMatch: version, madeOn: entry.madeOn ?? version };
  return without(entry, 'after');
}

/**
 * A content with the same day was saved when that day was first: an edit never takes away what the earlier moment
 * allowed (TM-2).
 */
export const earliestSaved = (
  old: Pick<Entry, 'saved' | 'face'>,
  face: Entry['face'],
  saved: Saved | undefined,
): Saved | undefined => (old.saved && old.face.day !== undefined && old.face.day === face.day ? old.saved : saved);

/**
 * A refused entry whose owner had already replaced its content: the later content takes its place, under its own,
 * unused key.
 */
function takeOver(successor: Entry, refused: Entry): Entry {
  const { endpoint, url, method, record, seq, after, ifMatch, madeOn, followUp, base } = refused;
  const saved = earliestSaved(refused, successor.face, successor.saved);
  return {
    ...without(successor, 'after', 'revises', 'ifMatch', 'madeOn', 'followUp', 'base'),
    endpoint,
    url,
    method,
    record,
    seq,
    state: 'waiting',
    formerly: [...(refused.formerly ?? []), refused.id],
    ...(after !== undefined && { after }),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(madeOn !== undefined && { madeOn }),
    ...(followUp && { followUp }),
    ...(base !== undefined && { base }),
    ...(saved && { saved }),
  };
}

/** Lets what followed `from` follow `to` instead. */
export const follow = (entry: Entry, from: string, to: string): Entry => ({
  ...entry,
  ...(entry.after === from && { after: to }),
  ...(entry.record.from === from && { record: { ...entry.record, from: to } }),
});

/** Everything that changes when an attempt for `entry` came to `outcome`. */
export function settle(
  all: readonly Entry[],
  entry: Entry,
  outcome: Outcome,
  now: number,
  context: RetryContext,
  next: Next = realNext,
): Change {
  const after = next(entry, outcome, now, context);
  const others = all.filter((other) => other.id !== entry.id && !other.unreadable);
  if (after.state === 'done')
    return { put: [after, ...followers(all, entry.id).map((each) => afterSuccess(each, after))], remove: [] };

  if (after.state === 'needsYou') {
    const successor = others.find((other) => other.revises === entry.id && !other.maybeSent);
    if (!successor) return { put: [after], remove: [] };
    const rest = followers(all, entry.id).filter((each) => each.id !== successor.id);
    return {
      put: [takeOver(successor, entry), ...rest.map((each) => follow(each, entry.id, successor.id))],
      remove: [entry.id],
    };
  }

  // 401 pauses all of this person's entries (OB-7); what another tab is sending right now settles there.
  if (outcome.kind === 'signIn') {
    const paused = others.filter(
      (other) => ['waiting', 'uploading', 'sending'].includes(other.state) && !isLeased(other, now),
    );
    return { put: [after, ...paused.map((other) => ({ ...released(other), state: 'signIn' as const }))], remove: [] };
  }
  // Asked to slow down, everything slows down: the wish is not about one entry (X15).
  if (outcome.kind === 'busy' || outcome.kind === 'tooOld') {
    const slowed = others.filter((other) => other.state === 'waiting' && other.retryAt < after.retryAt);
    return {
      put: [after, ...slowed.map((other) => ({ ...other, retryFrom: now, retryAt: after.retryAt }))],
      remove: [],
    };
  }
  return { put: [after], remove: [] };
}

/**
 * Its owner has thrown it away. What depended on it goes on from where it stood, or asks its owner when the record will
 * never be.
 */
export function discardPlan(all: readonly Entry[], entry: Entry): Change {
  const put = followers(all, entry.id).map((each): Entry => {
    if (each.record.from === entry.id && each.record.id === undefined) {
      return {
        ...released(each),
        state: 'needsYou',
        refusal: {
          status: 0,
          code: 'RECORD_GONE',
          message: 'What this change belongs to was thrown away on this phone.',
        },
      };
    }
    const base = entry.ifMatch !== undefined && !each.maybeSent ? { ifMatch: entry.ifMatch } : {};
    return { ...without(each, 'after'), ...base, ...(entry.after !== undefined && { after: entry.after }) };
  });
  return { put, remove: [entry.id] };
}
