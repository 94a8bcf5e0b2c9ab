import type { ClockSample } from '#contract/clock.ts';
import { KEEP_CONFIRMED_MS } from './confirmed.ts';
import { deliverBill, type Link, type Progress } from './deliver.ts';
import type { Bill, Entry, Lease } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { Expected, RawResponse, Outcome } from './outcome.ts';
import { lastTurn, nextAt } from './order.ts';
import type { OutboxParts } from './parts.ts';
import { isInReach, sendCall } from './send.ts';
import { settle } from './settle.ts';
import { FIRST_PAUSE_MS, isLeased } from './state.ts';
import type { OutboxStore } from './store.ts';
import { changed, freeze, holds, take, type Frozen, type Taken } from './take.ts';

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

export interface DrainContext {
  env: OutboxEnv;
  store: OutboxStore;
  parts: OutboxParts;
  /** Name of this instance, for leases. */
  instance: string;
  lockName: string;
  closed(): boolean;
  link: Link;
  /** Tells how far the bill under way is; null: none is. */
  progress(progress: Progress | null): void;
  /** Looks at the clock and the epoch of every answer. */
  note(facts: RawResponse): Promise<void>;
  /** Whether a restored database may still lack what other phones have to tell it. */
  isCatchingUp(): Promise<boolean>;
  /** The last answer of the server that this device has noted. */
  heard(): Promise<ClockSample | null>;
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
  const { env, store, lockName } = context;
  const done: { step?: Step } = {};
  const run = async (alone: boolean): Promise<void> => {
    done.step = await sendSome(context, alone, tally);
  };
  if (await env.lock(lockName, run)) return done.step ?? 'nothing';
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
 * Sends what can be sent, a few items while the lock is held: the commit that settles one takes the next, for a commit
 * costs more than all else here.
 */
async function sendSome(context: DrainContext, alone: boolean, tally: Tally): Promise<Step> {
  const { env, store, parts } = context;
  await store.takeMark();
  const ahead = parts.pick((await store.view()).entries, env.now(), alone);
  if (!ahead) return 'nothing';
  // The token first: nothing is marked as sent that is not about to be.
  const first = await env.token(ahead.owner);
  let taken: Taken | null = await store.update<Taken>(({ entries }) => {
    const found = take(context, entries, alone, ahead.owner, first);
    return found && { put: [found.entry], result: found };
  });
  if (!taken) return 'nothing';
  for (let left = parts.atATime - 1; taken; left -= 1) {
    const outcome: Outcome | null = taken.ready
      ? await callServer(context, taken.ready.entry, taken.ready.token)
      : await attempt(context, taken.entry, taken.lease);
    if (outcome === null) return 'worked';
    const stop = outcome.kind === 'offline' && outcome.why === 'portal' ? 'portal' : STOPS[outcome.kind];
    const goesOn = stop === undefined && left > 0 && !context.closed();
    const token: string | null = goesOn ? await env.token(taken.entry.owner) : null;
    const settled: Settled | null = await settleAndTake(context, taken, outcome, alone, token);
    if (settled && outcome.kind === 'sent') tally.sent += 1;
    if (settled && outcome.kind === 'refused') tally.refused += 1;
    if (stop !== undefined) return stop;
    taken = settled?.next ?? null;
  }
  return 'worked';
}

interface Settled {
  next: Taken | null;
}

/** null: the outcome belongs to an attempt that is over. Without a token nothing is taken. */
const settleAndTake = (
  context: DrainContext,
  { entry: { id, owner }, lease }: Taken,
  outcome: Outcome,
  alone: boolean,
  token: string | null,
): Promise<Settled | null> =>
  context.store.update<Settled>(({ entries, head }) => {
    const { env, parts } = context;
    const entry = entries.find((each) => each.id === id);
    // A late final answer always counts; any other late result belongs to an attempt that is already over.
    if (!entry || (outcome.kind !== 'sent' && !holds(entry, lease))) return null;
    const retry = { random: env.random(), sent: head.sent, turn: lastTurn(entries) };
    const change = settle(entries, entry, outcome, env.now(), retry, parts.next);
    const isSent = change.put.some((each) => each.id === id && each.state === 'done') && entry.state !== 'done';
    const next = token === null ? null : take(context, changed(entries, change), alone, owner, token);
    return {
      put: next ? [...change.put.filter((each) => each.id !== next.entry.id), next.entry] : change.put,
      remove: change.remove,
      ...(isSent && { head: { sent: head.sent + 1 } }),
      result: { next },
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

/** Bills first, then the call. null when the entry was taken from us, or changed by its owner: it goes on elsewhere. */
async function attempt(context: DrainContext, entry: Entry, lease: Lease): Promise<Outcome | null> {
  for (const bill of context.parts.missing(entry)) {
    const outcome = await upload(context, entry, bill, lease);
    if (outcome?.kind !== 'uploaded') return outcome;
  }
  return freezeAndCall(context, entry.id, lease);
}

/** What an answer means, once everything is known that it takes to tell. */
async function judge(
  { env, parts, note, isCatchingUp }: DrainContext,
  entry: Entry,
  facts: RawResponse,
  expected: Expected,
  token: string,
): Promise<Outcome> {
  await note(facts);
  const outcome = await ofThisSession(env, entry.owner, token, parts.classify(facts, expected));
  if (outcome.kind === 'refused' && parts.isBehind(entry, outcome.refusal) && (await isCatchingUp()))
    return { kind: 'notYet' };
  // The same page comes from a captive portal, which lets nothing pass.
  return outcome.kind !== 'walled' || (await isInReach(env, entry, token))
    ? outcome
    : { kind: 'offline', why: 'portal' };
}

/**
 * A late 401 is about the session that it was sent under: where another one of this person has begun since, it is tried
 * again under that.
 */
async function ofThisSession(env: OutboxEnv, owner: string, token: string, outcome: Outcome): Promise<Outcome> {
  if (outcome.kind !== 'signIn') return outcome;
  const now = await env.token(owner);
  return now === null || now === token ? outcome : { kind: 'offline', why: 'network' };
}

async function upload(context: DrainContext, entry: Entry, bill: Bill, lease: Lease): Promise<Outcome | null> {
  const { env, store } = context;
  const bytes = await readBill(context, entry, bill);
  if (!bytes) return { kind: 'billLost', localId: bill.localId };
  const token = await env.token(entry.owner);
  if (token === null) return { kind: 'signIn' };
  const delivered = await deliverBill(context, { entry, bill, bytes, token, lease });
  if (delivered === null) return null;
  const { facts, progressed } = delivered;
  const outcome = await judge(context, entry, facts, { hash: bill.hash }, token);
  if (outcome.kind === 'walled') return { ...outcome, bill: bill.localId };
  if (outcome.kind === 'offline') return { ...outcome, progressed };
  if (outcome.kind === 'refused') return { kind: 'refused', refusal: { ...outcome.refusal, bill: bill.localId } };
  if (outcome.kind !== 'uploaded') return outcome;
  // Stored as it arrives, so that an interrupted upload goes on at the next file (OB-6).
  const kept = await store.update(({ entries }) => {
    const now = entries.find(({ id }) => id === entry.id);
    if (!now?.bills.some(({ localId, hash }) => localId === bill.localId && hash === bill.hash)) return null;
    const mine = holds(now, lease);
    const arrived = ({ uploadUrl: _uploadUrl, ...each }: Bill): Bill => ({ ...each, fingerPrint: outcome.fingerPrint });
    const bills = now.bills.map((each) => (each.localId === bill.localId ? arrived(each) : each));
    // What the network refuses is counted in a row: this has passed.
    return { put: [{ ...now, bills, walled: 0, ...(mine && { lease: { ...lease, at: env.now() } }) }], result: mine };
  });
  return kept === true ? outcome : null;
}

/**
 * The bytes as captured, or null: when they are gone, or differ, the bill is lost (X29). A disk that does not answer
 * now may do so later: that is thrown.
 */
async function readBill({ env, store, parts }: DrainContext, entry: Entry, bill: Bill): Promise<ArrayBuffer | null> {
  const bytes = await store.blob(entry.id, bill);
  return bytes && parts.isIntact(await env.hash(bytes), bill) ? bytes : null;
}

async function freezeAndCall(context: DrainContext, id: string, lease: Lease): Promise<Outcome | null> {
  const { env, store, parts } = context;
  const owner = (await store.view()).entries.find((entry) => entry.id === id)?.owner;
  const token = owner === undefined ? null : await env.token(owner);
  if (token === null) return owner === undefined ? null : { kind: 'signIn' };
  const frozen = await store.update(({ entries }) => {
    const entry = entries.find((each) => each.id === id);
    if (!holds(entry, lease) || parts.missing(entry).length > 0) return null;
    const sending = freeze(parts, entry, { ...lease, at: env.now() });
    return { put: [sending], result: sending };
  });
  return frozen && callServer(context, frozen, token);
}

async function callServer(context: DrainContext, entry: Frozen, token: string): Promise<Outcome> {
  const facts = await sendCall(context.env, entry, entry.frozen, token);
  return judge(context, entry, facts, { key: entry.id }, token);
}
