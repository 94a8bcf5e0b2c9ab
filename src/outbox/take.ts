import type { Link } from './deliver.ts';
import type { Entry, Lease } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { OutboxParts } from './parts.ts';
import type { Change } from './settle.ts';

/** Which entry is worked on next, and how it looks from then on: pure. */

export type Frozen = Entry & { frozen: string };

/** From here on key and bytes are frozen: committed before the first request leaves (OB-13). */
export const freeze = (parts: Pick<OutboxParts, 'textOf'>, entry: Entry, lease: Lease): Frozen => ({
  ...entry,
  state: 'sending',
  maybeSent: true,
  frozen: parts.textOf(entry),
  lease,
});

export const holds = (entry: Entry | undefined, lease: Lease): entry is Entry =>
  entry?.lease?.by === lease.by && entry.lease.epoch === lease.epoch;

export interface Taken {
  /** To be committed before anything else is done. */
  entry: Entry;
  lease: Lease;
  /** It has no bill to upload first: it is frozen, and its call can be sent under this token. */
  ready: { entry: Frozen; token: string } | null;
}

/** Takes the entry whose turn it is; null when none can be sent. `token`: of `owner`, read just before. */
function take(
  { env, parts, instance }: { env: Pick<OutboxEnv, 'now'>; parts: OutboxParts; instance: string },
  entries: readonly Entry[],
  alone: boolean,
  owner: string,
  token: string | null,
): Taken | null {
  const now = env.now();
  const picked = parts.pick(entries, now, alone);
  if (!picked) return null;
  // Its pause and its hold are over: after a crash only the lease is waited for, and nothing else would end them (P1).
  const { heldUntil: _heldUntil, ...rest } = picked;
  const found: Entry = { ...rest, retryAt: 0, retryFrom: 0 };
  const lease = { by: instance, epoch: (found.lease?.epoch ?? 0) + 1, at: now };
  const whole = parts.missing(found).length === 0;
  // What has no bill to upload first is taken and frozen at once.
  const ready = whole && token !== null && found.owner === owner ? { entry: freeze(parts, found, lease), token } : null;
  return { entry: ready?.entry ?? { ...found, state: whole ? 'sending' : 'uploading', lease }, lease, ready };
}

/** A decision without bills waits for nothing that another one does (OB-8). */
const goesBeside = (taken: Taken | null, parts: OutboxParts): taken is Taken =>
  taken?.ready != null && parts.goesBeside(taken.entry);

/** Whether one request carries all of these. */
export const goTogether = (taken: readonly Taken[], parts: OutboxParts): boolean =>
  taken.length > 1 && taken.every((each) => goesBeside(each, parts) && parts.goesTogether(each.entry));

/**
 * Takes the entry whose turn it is and, where that is a decision, the decisions that come right after it: they are sent
 * beside each other, `most` at a time, for a link is mostly waited for, and those that one request may carry as many as
 * it may. Nothing is overtaken. Empty: none can be sent.
 */
export function takeSome(
  context: { env: Pick<OutboxEnv, 'now'>; parts: OutboxParts; instance: string; link: Pick<Link, 'carries'> },
  entries: readonly Entry[],
  alone: boolean,
  { owner, token, most }: { owner: string; token: string | null; most: number },
): Taken[] {
  const { parts, link } = context;
  const taken: Taken[] = [];
  let all = entries;
  const fits = (next: Taken): boolean =>
    taken.length < most || (link.carries && taken.length < parts.together && goTogether([...taken, next], parts));
  let next = take(context, all, alone, owner, token);
  while (next && fits(next)) {
    taken.push(next);
    if (!goesBeside(next, parts)) break;
    all = changed(all, { put: [next.entry], remove: [] });
    // What has just been taken bears a lease, and is not found again.
    const following = take(context, all, false, owner, token);
    next = goesBeside(following, parts) ? following : null;
  }
  return taken;
}

/** All entries as they are after a change, in the order of the taps. */
export function changed(entries: readonly Entry[], { put, remove }: Change): Entry[] {
  const gone = new Set([...put.map(({ id }) => id), ...remove]);
  return [...entries.filter(({ id }) => !gone.has(id)), ...put].sort((a, b) => a.seq - b.seq);
}
