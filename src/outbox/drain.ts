import { attempt, callServer, callTogether, type DrainContext } from './attempt.ts';
import { KEEP_CONFIRMED_MS } from './confirmed.ts';
import { nextAt } from './order.ts';
import type { Outcome } from './outcome.ts';
import { settleAll } from './settleAll.ts';
import { FIRST_PAUSE_MS, isLeased } from './state.ts';
import { changed, goTogether, takeSome, type Taken } from './take.ts';

/** Why a drain ended: all done, or what the next one has to wait for. */
export type Stopped = 'empty' | 'offline' | 'portal' | 'signIn' | 'busy' | 'tooOld' | 'elsewhere' | 'closed';

export interface DrainReport {
  sent: number;
  refused: number;
  /** Entries that are not on the server yet, whatever they wait for. */
  left: number;
  stopped: Stopped;
  /** When to drain again, in epoch milliseconds of the device; null when nothing waits for time alone. */
  nextAt: number | null;
}

interface Tally {
  sent: number;
  refused: number;
}
/** One item was worked on, there was none, or it is of no use to go on. */
type Step = 'worked' | 'nothing' | Stopped;

const STOPS: Partial<Record<Outcome['kind'], Stopped>> = {
  offline: 'offline',
  signIn: 'signIn',
  busy: 'busy',
  tooOld: 'tooOld',
};

/**
 * Sends what can be sent, one item after the other, under the lock. Never throws for what the network or the server
 * did.
 */
export async function drain(context: DrainContext): Promise<DrainReport> {
  const { env, store } = context;
  const tally: Tally = { sent: 0, refused: 0 };
  let stopped: Stopped | undefined;
  if (!context.closed()) await followClock(context);
  while (stopped === undefined) {
    if (context.closed()) stopped = 'closed';
    else {
      const step = await locked(context, tally);
      if (step === 'nothing') {
        // Somebody who was refused the lock may have left more to do.
        if (!(await store.takeMark())) stopped = 'empty';
      } else if (step !== 'worked') stopped = step;
    }
  }
  const { entries } = await store.view();
  const now = env.now();
  const soonest = nextAt(entries, now);
  // Without a network, or while another tab is at it, what is due is not worth trying at once.
  const earliest = stopped === 'empty' ? now : now + FIRST_PAUSE_MS;
  return {
    ...tally,
    left: entries.filter(({ state }) => state !== 'done').length,
    stopped,
    nextAt: soonest === null ? null : Math.max(soonest, earliest),
  };
}

async function locked(context: DrainContext, tally: Tally): Promise<Step> {
  const { env, store, parts, lockName } = context;
  const done: { step?: Step } = {};
  const run = async (alone: boolean): Promise<void> => {
    done.step = await sendSome(context, alone, tally);
  };
  if (await env.lock(lockName, run)) return done.step ?? 'nothing';
  // With nothing to send there is nothing to tell the holder: two that mark for each other would never come to an end.
  if (!parts.pick((await store.view()).entries, env.now(), true)) return 'elsewhere';
  // Refused: leave a mark, then ask once more, for the holder may have looked for marks just before this one was there.
  await store.mark();
  if (await env.lock(lockName, run)) return done.step ?? 'nothing';
  const { entries } = await store.view();
  const now = env.now();
  // A frozen tab holds its lock for ever, but not its lease (OB-5, X23).
  const frozen = entries.some(
    (entry) =>
      entry.lease !== undefined && (entry.state === 'uploading' || entry.state === 'sending') && !isLeased(entry, now),
  );
  return frozen ? sendSome(context, false, tally) : 'elsewhere';
}

/**
 * Sends what can be sent, a few items while the lock is held: the commit that settles some takes the next, for a commit
 * costs more than all else here.
 */
async function sendSome(context: DrainContext, alone: boolean, tally: Tally): Promise<Step> {
  const { env, store, parts, link } = context;
  await store.takeMark();
  const ahead = parts.pick((await store.view()).entries, env.now(), alone);
  if (!ahead) return 'nothing';
  // The token first: nothing is marked as sent that is not about to be.
  const first = { owner: ahead.owner, token: await env.token(ahead.owner), most: parts.besides };
  let taken = await store.update<Taken[]>(({ entries }) => {
    const found = takeSome(context, entries, alone, first);
    return found.length > 0 ? { put: found.map(({ entry }) => entry), result: found } : null;
  });
  for (let left = parts.atATime; taken !== null && taken.length > 0;) {
    const together = link.carries && goTogether(taken, parts);
    left -= together ? 1 : taken.length;
    const { attempts, failure } = await attemptAll(context, taken, together);
    if (attempts.length > 0) {
      const stop = attempts.map(({ outcome }) => stopAfter(outcome)).find((each) => each !== undefined);
      const goesOn = failure === undefined && stop === undefined && left > 0 && !context.closed();
      const owner: string = taken.at(-1)?.entry.owner ?? ahead.owner;
      const token: string | null = goesOn ? await env.token(owner) : null;
      const turn = { owner, token, most: Math.min(parts.besides, left) };
      const settled: Settled | null = await settleAndTake(context, attempts, alone, turn);
      tally.sent += settled?.sent ?? 0;
      tally.refused += settled?.refused ?? 0;
      if (stop !== undefined && failure === undefined) return stop;
      taken = settled?.next ?? null;
    } else taken = null;
    if (failure !== undefined) throw failure.reason;
  }
  return 'worked';
}

const stopAfter = (outcome: Outcome): Stopped | undefined =>
  outcome.kind === 'offline' && outcome.why === 'portal' ? 'portal' : STOPS[outcome.kind];

interface Attempt {
  taken: Taken;
  outcome: Outcome;
}

/**
 * What came of each. One whose disk fails meanwhile does not take away what the others came to; those that were taken
 * from us, or changed by their owner, go on elsewhere.
 */
async function attemptAll(
  context: DrainContext,
  taken: readonly Taken[],
  together: boolean,
): Promise<{ attempts: Attempt[]; failure?: PromiseRejectedResult }> {
  const call = together ? await callTogether(context, taken) : callServer;
  const ends = await Promise.allSettled(
    taken.map(async (each) => ({
      taken: each,
      outcome: each.ready
        ? await call(context, each.ready.entry, each.ready.token)
        : await attempt(context, each.entry, each.lease),
    })),
  );
  const failure = ends.find((end) => end.status === 'rejected');
  const attempts = ends.flatMap((end) =>
    end.status === 'fulfilled' && end.value.outcome !== null
      ? [{ taken: end.value.taken, outcome: end.value.outcome }]
      : [],
  );
  return { attempts, ...(failure && { failure }) };
}

interface Settled extends Tally {
  next: Taken[];
}

/** null: all outcomes belong to attempts that are over. Without a token nothing is taken. */
const settleAndTake = (
  context: DrainContext,
  attempts: readonly Attempt[],
  alone: boolean,
  turn: { owner: string; token: string | null; most: number },
): Promise<Settled | null> =>
  context.store.update<Settled>(({ entries, head }) => {
    const { settled, ...tally } = settleAll(context, entries, head.sent, attempts);
    if (settled === null) return null;
    const next = turn.token === null ? [] : takeSome(context, changed(entries, settled), alone, turn);
    const again = new Set(next.map(({ entry }) => entry.id));
    return {
      put: [...settled.put.filter(({ id }) => !again.has(id)), ...next.map(({ entry }) => entry)],
      remove: settled.remove,
      ...(tally.arrived > 0 && { head: { sent: head.sent + tally.arrived } }),
      result: { next, sent: tally.sent, refused: tally.refused },
    };
  });

/**
 * Archives what has been shown as sent for a day, and forgets it a month later. Nothing else leaves by time (OB-2).
 * Where the clock went back, holds begin anew.
 */
async function followClock({ env, store, parts, heard }: DrainContext): Promise<void> {
  const known = parts.agedBy(await heard().catch(() => null), env.now());
  const archived = await store.update(({ entries }) => {
    // Of the moment: an entry that was saved while a drain waited for its turn is not from the future.
    const now = env.now();
    const readable = entries.filter(({ unreadable }) => !unreadable);
    const over = readable.filter((entry) => parts.isOver(entry, now));
    const put = readable.map((entry) => parts.heldAnew(entry, now)).filter((entry) => entry !== null);
    if (over.length === 0 && put.length === 0) return null;
    return {
      put,
      archive: {
        at: now,
        heard: known,
        entries: over.map(({ id, bills }) => ({ id, bytes: bills.reduce((sum, { size }) => sum + size, 0) })),
      },
      result: over.length > 0,
    };
  });
  // By the server's clock when it was last known: a device's own may jump, and what it makes old is not (TM-4).
  if (archived && known !== null) await store.forgetConfirmed(known, KEEP_CONFIRMED_MS).catch(() => undefined);
}
