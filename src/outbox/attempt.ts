import type { ClockSample } from '#contract/clock.ts';
import { deliverBill, type Link, type Progress } from './deliver.ts';
import type { Bill, Entry, Lease } from './entry.ts';
import type { OutboxEnv } from './env.ts';
import type { Expected, RawResponse, Outcome } from './outcome.ts';
import type { OutboxParts } from './parts.ts';
import { pieceInTime } from './pieces.ts';
import { isInReach, sendCall } from './send.ts';
import type { OutboxStore } from './store.ts';
import { freeze, holds, type Frozen, type Taken } from './take.ts';

/** One attempt to bring an entry that has been taken to the server. */

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

/** Bills first, then the call. null when the entry was taken from us, or changed by its owner: it goes on elsewhere. */
export async function attempt(context: DrainContext, entry: Entry, lease: Lease): Promise<Outcome | null> {
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

type Call = (context: DrainContext, entry: Frozen, token: string) => Promise<Outcome>;

/** Sends the frozen call. Never throws for what the network or the server did. */
export const callServer: Call = async (context, entry, token) =>
  judge(context, entry, await sendCall(context.env, entry, entry.frozen, token), { key: entry.id }, token);

/**
 * Sends the frozen calls in one request, and answers what says how each of them ended, judged as if it had gone by
 * itself. Where that way is not there, they come to nothing, and go by themselves soon.
 */
export async function callTogether({ env, link }: DrainContext, taken: readonly Taken[]): Promise<Call> {
  const calls = taken.flatMap(({ ready }) => ready ?? []);
  const piece = env.together ? await pieceInTime(env, env.together) : 'late';
  const answers = typeof piece === 'string' ? undefined : await piece.sendCalls(env, calls);
  if (answers) return (context, entry, token) => judge(context, entry, answers(entry), { key: entry.id }, token);
  // A server that takes none this way is asked once, and a piece that does not come is not waited for again; what could
  // not be loaded may be, with a better network.
  if (answers === null || piece === 'late') link.carries = false;
  return () => Promise.resolve({ kind: 'inProgress', retryAfter: 0 });
}
