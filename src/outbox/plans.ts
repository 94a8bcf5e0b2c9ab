import { MESSAGES } from '#contract/error.ts';
import { type Bill, type Entry, type NewEntry, type Saved } from './entry.ts';
import { followUpOf } from './followUps.ts';
import { afterSuccess, follow, earliestSaved, type Change } from './settle.ts';
import { HOLD_MS, isLeased, withoutPause, released } from './state.ts';

/** What a tap makes of the outbox. Pure; bytes and keys have been prepared by the caller. */

export interface Made {
  id: string;
  owner: string;
  now: number;
  input: NewEntry;
  bills: Bill[];
  saved?: Saved | undefined;
}

/** It is being sent, or may have been and no known call can change it: its owner has to wait for the verdict. */
export class OnItsWayError extends Error {
  override readonly name = 'OnItsWayError';
  constructor(message = 'This is on its way. You can change it when it has arrived.') {
    super(message);
  }
}

/**
 * The entry to be changed is not there any more: thrown away, or sent more than a day ago. The form keeps its content.
 */
export class EntryGoneError extends Error {
  override readonly name = 'EntryGoneError';
  constructor() {
    super('This is not waiting on this phone any more.');
  }
}

/**
 * Why its owner cannot throw an entry away: it is being sent, or is with the server already, while they read that it
 * waits (OB-2). null: they can.
 */
export function whyKept(entry: Entry | undefined, now: number): Error | null {
  if (!entry || entry.state === 'done') return new EntryGoneError();
  return entry.state === 'sending' && isLeased(entry, now) ? new OnItsWayError(MESSAGES.beingSent) : null;
}

function optional({ ifMatch, base, followUp, after, endpoint, url }: NewEntry): Partial<Entry> {
  const change = followUp ?? followUpOf(endpoint, url);
  return {
    ...(ifMatch !== undefined && { ifMatch, madeOn: ifMatch }),
    ...(base !== undefined && { base }),
    ...(change && { followUp: change }),
    ...(after !== undefined && { after }),
  };
}

function fresh({ id, owner, now, input, bills, saved }: Made, seq: number): Entry {
  const { endpoint, url, method, body, record, face } = input;
  return {
    v: 1,
    id,
    seq,
    state: 'waiting',
    retryAt: 0,
    retryFrom: 0,
    owner,
    createdAt: now,
    attempts: 0,
    maybeSent: false,
    serverErrors: 0,
    troubleAt: 0,
    filesGone: 0,
    endpoint,
    url,
    method,
    body: body as Record<string, unknown>,
    record,
    face,
    bills,
    ...(saved && { saved }),
    ...(input.held && { heldUntil: now + HOLD_MS }),
    ...optional(input),
  };
}

/**
 * A change made on the same version as earlier ones of this person follows the last of those, or the server would take
 * the person's own change for somebody else's (OB-10 is about others). The same for changes of a record that is being
 * created.
 */
function predecessor(entry: Entry, all: readonly Entry[]): Entry | undefined {
  const { kind, id, from } = entry.record;
  const isSameRecord = (other: Entry): boolean =>
    id !== undefined &&
    other.record.kind === kind &&
    other.record.id === id &&
    entry.madeOn !== undefined &&
    other.madeOn === entry.madeOn;
  const isSameBirth = (other: Entry): boolean =>
    from !== undefined && (other.id === from || other.record.from === from);
  return all.filter((other) => !other.unreadable && (isSameRecord(other) || isSameBirth(other))).at(-1);
}

/**
 * The new entry with its place in the order. What it waits for may be on the server already: then it knows id and
 * version at once.
 */
export function enqueuePlan(all: readonly Entry[], seq: number, made: Made, more: Partial<Entry> = {}): Entry {
  let entry: Entry = { ...fresh(made, seq), ...more };
  if (entry.after === undefined) {
    const before = predecessor(entry, all);
    if (before) entry = { ...entry, after: before.id };
  }
  for (const id of new Set([entry.record.from, entry.after])) {
    const before = all.find((other) => other.id === id);
    if (before?.state === 'done') entry = afterSuccess(entry, before);
  }
  return entry;
}

export interface Revision extends Change {
  /** The entry that now carries the content. */
  entry: Entry;
  /** It is at the end of the order. */
  added: boolean;
}

/**
 * Still made on the version that the old content was made on: then what has happened since by this person's own hand
 * counts as seen.
 */
function sameBase(content: Entry, old: Entry): Partial<Entry> {
  if (content.madeOn !== undefined && content.madeOn !== old.madeOn) return {};
  return {
    ...(old.ifMatch !== undefined && { ifMatch: old.ifMatch }),
    ...(old.madeOn !== undefined && { madeOn: old.madeOn }),
  };
}

/**
 * A changed content for an entry (OB-9, OB-13). Three cases:
 * never sent: the entry itself changes, its key stays;
 * refused: nothing happened on the server, so a new entry with a new key takes its place in the order;
 * perhaps sent: a new entry that follows it, as a change of whatever record the first one made.
 */
export function revisePlan(
  all: readonly Entry[],
  seq: number,
  old: Entry,
  made: Made,
  mayChange: (entry: Entry) => boolean,
): Revision {
  // A change of a record that this outbox creates stays one, whatever call the form knew: never a second create (OB-3).
  const isChange =
    old.record.from !== undefined && (old.record.id !== undefined || all.some(({ id }) => id === old.record.from));
  const kept = isChange ? { endpoint: old.endpoint, url: old.url, method: old.method, record: old.record } : {};
  const input: NewEntry = {
    ...made.input,
    ...kept,
    ...(old.followUp && !made.input.followUp && { followUp: old.followUp }),
  };
  if (mayChange(old)) {
    const { after, revises, createdAt } = old;
    const content = fresh({ ...made, id: old.id, input, saved: earliestSaved(old, input.face, made.saved) }, old.seq);
    const entry: Entry = {
      ...content,
      ...sameBase(content, old),
      createdAt,
      again: true,
      ...(old.formerly && { formerly: old.formerly }),
      ...(after !== undefined && { after }),
      ...(revises !== undefined && { revises }),
    };
    return { put: [entry], remove: [], entry, added: false };
  }
  if (old.state === 'needsYou') {
    const content = fresh({ ...made, input, saved: earliestSaved(old, input.face, made.saved) }, old.seq);
    const entry: Entry = {
      ...content,
      ...sameBase(content, old),
      ...(old.after !== undefined && { after: old.after }),
      formerly: [...(old.formerly ?? []), old.id],
    };
    const followers = all.filter(
      (each) => each.id !== old.id && !each.unreadable && (each.after === old.id || each.record.from === old.id),
    );
    return {
      put: [entry, ...followers.map((each) => follow(each, old.id, entry.id))],
      remove: [old.id],
      entry,
      added: false,
    };
  }
  const { ifMatch: _ifMatch, after: _after, ...rest } = input;
  let follows: NewEntry = rest;
  if (!isChange && old.record.id === undefined && old.record.ids === undefined) {
    if (!old.followUp) throw new OnItsWayError();
    const { endpoint, url, method } = old.followUp;
    follows = { ...rest, endpoint, url, method, record: { ...input.record, from: old.id } };
  }
  // Once the old one has gone through there is nothing left to take the place of.
  const entry = enqueuePlan(
    all,
    seq,
    { ...made, input: follows },
    { ...(old.madeOn !== undefined && { madeOn: old.madeOn }), ...(old.state !== 'done' && { revises: old.id }) },
  );
  return { put: [entry], remove: [], entry, added: true };
}

/** The entry that carries an entry's newest content: itself, or what was made to take its place. */
export function newestOf(all: readonly Entry[], id: string): Entry | undefined {
  const entry = all.find((each) => each.id === id || each.formerly?.includes(id) === true);
  const successor = entry && all.find((each) => each.revises === entry.id);
  return successor ? newestOf(all, successor.id) : entry;
}

/** The last change of the record that an entry made, or the entry itself: what its form has submitted last. */
export const lastChangeOf = (all: readonly Entry[], entry: Entry): Entry =>
  all.filter((each) => each.record.from === entry.id && !each.unreadable).sort((a, b) => b.seq - a.seq)[0] ?? entry;

const hashesOf = (bills: readonly Bill[]): string => bills.map(({ hash }) => hash).join();

/**
 * Whether an entry says what has been made once more: the same content for the same call, or for the one that took its
 * place.
 */
export const hasSameContent = (entry: Entry, { input, bills }: Pick<Made, 'input' | 'bills'>): boolean =>
  (entry.record.from !== undefined || (entry.endpoint === input.endpoint && entry.url === input.url)) &&
  JSON.stringify(entry.body) === JSON.stringify(input.body) &&
  hashesOf(entry.bills) === hashesOf(bills);

/** 'Try again': at once, under the same key. A lost bill must be attached first. */
export const retried = (entry: Entry): Entry => ({ ...withoutPause(released(entry)), state: 'waiting', filesGone: 0 });

/**
 * The entry once the bytes of this bill were mended on the disk: an attempt that may have read them as they were is
 * over, and a bill that was called lost is not; the entry goes on when that was all it waited for. null when it is as
 * before.
 */
export function afterMending(entry: Entry, { localId, hash }: Pick<Bill, 'localId' | 'hash'>): Entry | null {
  if (entry.state === 'uploading') return retried(entry);
  const isFound = (bill: Bill): boolean => bill.localId === localId && bill.hash === hash && bill.lost === true;
  if (!entry.bills.some(isFound)) return null;
  const bills = entry.bills.map((bill) => {
    const { lost: _lost, ...found } = bill;
    return isFound(bill) ? found : bill;
  });
  const { refusal, ...rest } = entry;
  const isAsked = refusal?.code !== 'BILL_LOST' || bills.some(({ lost }) => lost);
  return isAsked ? { ...entry, bills } : retried({ ...rest, bills });
}

/** Whether somebody's wish to hurry can do anything for it. */
export const canSkipPause = (entry: Entry): boolean =>
  !entry.unreadable && entry.state === 'waiting' && (entry.retryAt > 0 || entry.attempts > 0);
