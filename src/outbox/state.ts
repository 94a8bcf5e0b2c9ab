import type { Entry, Refusal } from './entry.ts';
import type { Outcome } from './outcome.ts';

/**
 * What becomes of an entry. Pure: the clock and the dice are arguments. No outcome removes an entry (OB-2).
 * The table of states by outcomes is tests/outbox/state.test.ts.
 */

export const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 300_000;
/** While our server is away: it is back in less than half a minute after most failovers. */
const AWAY_PAUSE_MS = 30_000;
const SLOW_PAUSE_MS = 3_600_000;
export const LEASE_MS = 90_000;
/** How long an entry that its owner may take back is held (OB-14). */
export const HOLD_MS = 8_000;
const KEEP_SENT_MS = 86_400_000;
/** Server errors in a row after which an entry is tried slowly, if others get through meanwhile (X17). */
const POISONED_AFTER = 10;
/** How often a network may refuse an entry, with our server in reach, before its owner is asked. */
const WALLED_LIMIT = 2;
/** How often the bills of one entry are uploaded again before its owner is asked. */
const FILES_GONE_LIMIT = 3;

export interface RetryContext {
  /** 0 ≤ random < 1. */
  random: number;
  /** How many entries this outbox has sent so far. */
  sent: number;
  /** The highest turn that an entry has had (`lastTurn`). */
  turn: number;
}

/** 2 s doubling to `longest`, a quarter more or less. */
export function pauseAfter(attempts: number, random: number, longest = LONGEST_PAUSE_MS): number {
  const plain = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(Math.max(attempts - 1, 0), 20), longest);
  return Math.min(Math.round(plain * (0.75 + random / 2)), longest);
}

/** The server's own wish wins, from a second on; the jitter only adds, so that phones do not come back together. */
const wished = (retryAfter: number, random: number): number =>
  Math.max(1_000, Math.round(retryAfter + Math.min(retryAfter * 0.2, 30_000) * random));

const lostBillMessage = (face: Entry['face']): string =>
  `The phone lost the photo of this bill. Everything else is safe. Attach the bill for ${face.title} again.`;

const networkRefusedMessage = (isFile: boolean): string =>
  isFile
    ? 'Your network refuses this file. It is safe here. Try again on another network, or attach a smaller photo.'
    : 'Your network refuses to carry this. It is safe here. Try again on another network.';

/** Without its lease, free for the next drain. */
export function released(entry: Entry): Entry {
  const { lease: _lease, ...rest } = entry;
  return rest;
}

function later(entry: Entry, now: number, pause: number, more: Partial<Entry> = {}): Entry {
  return {
    ...released(entry),
    state: 'waiting',
    attempts: entry.attempts + 1,
    retryFrom: now,
    retryAt: now + pause,
    ...more,
  };
}

const refused = (entry: Entry, refusal: Refusal, more: Partial<Entry> = {}): Entry => ({
  ...released(entry),
  state: 'needsYou',
  refusal,
  serverErrors: 0,
  ...more,
});

/** The entry after one attempt. `now` in epoch milliseconds of the device. */
export function next(entry: Entry, outcome: Outcome, now: number, context: RetryContext): Entry {
  if (entry.state === 'done') return entry;
  if (outcome.kind === 'sent') {
    const { refusal: _refusal, ...rest } = released(entry);
    return { ...rest, state: 'done', answer: outcome.answer, sentAt: now };
  }
  // Its owner has been asked already: what another attempt came to does not change that.
  if (entry.state === 'needsYou') return entry;
  return afterFailure(
    outcome.kind === 'walled' || outcome.kind === 'offline' ? entry : passed(entry),
    outcome,
    now,
    context,
  );
}

/** Our server has answered: the network let the request through, and its refusals are counted from none again. */
const passed = (entry: Entry): Entry => (entry.walled === undefined ? entry : { ...entry, walled: 0 });

function afterFailure(
  entry: Entry,
  outcome: Exclude<Outcome, { kind: 'sent' }>,
  now: number,
  context: RetryContext,
): Entry {
  switch (outcome.kind) {
    case 'uploaded':
      return entry;
    case 'signIn':
      return { ...released(entry), state: 'signIn', ...(outcome.refusal && { refusal: outcome.refusal }) };
    case 'refused':
      return refused(entry, outcome.refusal);
    case 'billLost':
      return refused(
        entry,
        { status: 0, code: 'BILL_LOST', message: lostBillMessage(entry.face), bill: outcome.localId },
        {
          bills: entry.bills.map((bill) => (bill.localId === outcome.localId ? { ...bill, lost: true } : bill)),
        },
      );
    // Uploaded again, from what the device has (DOC-9).
    case 'fileGone': {
      const bills = entry.bills.map(({ fingerPrint: _fingerPrint, ...bill }) => bill);
      const filesGone = entry.filesGone + 1;
      if (filesGone > FILES_GONE_LIMIT || bills.length === 0)
        return refused(entry, outcome.refusal, { bills, filesGone: 0 });
      return later(entry, now, filesGone === 1 ? 0 : pauseAfter(filesGone, context.random), { bills, filesGone });
    }
    case 'serverError': {
      const serverErrors = entry.serverErrors + 1;
      const troubleAt = serverErrors === 1 ? context.sent : entry.troubleAt;
      const slow = serverErrors >= POISONED_AFTER && context.sent > troubleAt;
      const pause = slow
        ? SLOW_PAUSE_MS
        : outcome.retryAfter !== undefined
          ? wished(outcome.retryAfter, context.random)
          : pauseAfter(entry.attempts + 1, context.random, outcome.away ? AWAY_PAUSE_MS : LONGEST_PAUSE_MS);
      return later(entry, now, pause, { serverErrors, troubleAt });
    }
    case 'busy':
    case 'inProgress': {
      const pause =
        outcome.retryAfter !== undefined
          ? wished(outcome.retryAfter, context.random)
          : pauseAfter(entry.attempts + 1, context.random);
      return later(entry, now, pause, outcome.kind === 'busy' ? { yields: context.turn + 1 } : {});
    }
    case 'walled': {
      const walled = (entry.walled ?? 0) + 1;
      if (walled < WALLED_LIMIT) return later(entry, now, pauseAfter(entry.attempts + 1, context.random), { walled });
      const { status, bill } = outcome;
      return refused(
        entry,
        {
          status,
          code: 'NETWORK_REFUSED',
          message: networkRefusedMessage(bill !== undefined),
          ...(bill !== undefined && { bill }),
        },
        { walled: 0 },
      );
    }
    // The device that has the record may not open the app for days.
    case 'notYet':
      return later(entry, now, Math.min(FIRST_PAUSE_MS * 2 ** Math.min(entry.attempts, 20), SLOW_PAUSE_MS));
    case 'tooOld':
      return later(entry, now, SLOW_PAUSE_MS);
    case 'offline':
      // A link that carries a little of a file each time is tried as often as a new one (UPL-5).
      if (outcome.progressed)
        return later({ ...entry, attempts: 0 }, now, pauseAfter(1, context.random), { serverErrors: 0 });
      return later(entry, now, pauseAfter(entry.attempts + 1, context.random), { serverErrors: 0 });
  }
}

/**
 * Whether this is what a server says that lacks a record, or its newest changes: one that has been restored from an
 * older backup.
 */
export function isBehind({ record, ifMatch }: Entry, { status, code, current }: Refusal): boolean {
  if (record.id === undefined) return false;
  const version = (current as { version?: unknown } | null | undefined)?.version;
  return (
    (status === 404 && code === 'NOT_FOUND') ||
    (code === 'VERSION_CONFLICT' && ifMatch !== undefined && typeof version === 'number' && version < ifMatch)
  );
}

/** Whether somebody works on it. A lease from the future was made before the clock went back: it is not believed. */
export const isLeased = (entry: Entry, now: number): boolean =>
  entry.lease !== undefined && now >= entry.lease.at && now - entry.lease.at < LEASE_MS;

/** Whether it may still be taken back and is not to be sent. */
const isHeld = (entry: Entry, now: number): boolean => entry.heldUntil !== undefined && now < entry.heldUntil;

/**
 * An entry that is held for longer than any hold is: the clock went back. The hold does not end with that, as a pause
 * does (C9), but begins anew. null: nothing is wrong with it.
 */
export const heldAnew = (entry: Entry, now: number): Entry | null =>
  entry.heldUntil !== undefined && entry.heldUntil - now > HOLD_MS ? { ...entry, heldUntil: now + HOLD_MS } : null;

/**
 * Whether its pause is over, and its hold. A pause that began in the future was made before the clock went back: it is
 * over (C9).
 */
export const isDue = (entry: Entry, now: number): boolean =>
  (now >= entry.retryAt || now < entry.retryFrom) && !isHeld(entry, now);

/** When it is due, in epoch milliseconds of the device; in the past where it is. */
export const dueAt = (entry: Entry): number => Math.max(entry.retryAt, entry.heldUntil ?? 0);

/** 'Try again', 'online', becoming visible: no pause any more. */
export const withoutPause = (entry: Entry): Entry => ({
  ...entry,
  attempts: 0,
  serverErrors: 0,
  retryAt: 0,
  retryFrom: 0,
});

/** Whether a sent entry has been shown long enough. Only ever asked of what the server has confirmed. */
export const isOver = (entry: Entry, now: number): boolean =>
  entry.state === 'done' && Math.abs(now - (entry.sentAt ?? now)) >= KEEP_SENT_MS;
