import { serverNow, type ClockSample } from '#contract/clock.ts';
import { MAX_TOGETHER } from '#contract/limits.ts';
import { isDecisionCall, travelsTogether } from '#contract/sending.ts';
import { PART_SIZES, type PartSizes } from './link.ts';
import { classify } from './outcome.ts';
import { pick } from './order.ts';
import { bodyText } from './send.ts';
import { heldAnew, isBehind, isOver, next } from './state.ts';
import type { Bill, Entry } from './entry.ts';

/** The outbox's judgements, in one place so that a test can put a wrong one in and see that it is found. */
export interface OutboxParts {
  classify: typeof classify;
  next: typeof next;
  pick: typeof pick;
  /** The text of the call's body: once frozen, the frozen one. */
  textOf(entry: Entry): string;
  /** Bills that must still be uploaded before the call. */
  missing(entry: Entry): Bill[];
  /** Whether an entry may be cleared away by time alone. */
  isOver: typeof isOver;
  isBehind: typeof isBehind;
  heldAnew: typeof heldAnew;
  /** Whether an edit may still change the entry itself (OB-13). */
  mayChange(entry: Entry): boolean;
  /** Whether an entry whose bytes were not read back may be taken back: nobody else has called it saved (OB-2). */
  mayTakeBack(entry: Entry): boolean;
  /** When something is saved, by the server's clock as the device knows it (TM-1). */
  savedAt: typeof serverNow;
  /** The clock that archived entries age by; null while it is not known (TM-4). */
  agedBy(heard: ClockSample | null, now: number): number | null;
  /** Whether the bytes are those of the capture. */
  isIntact(hash: string, bill: Bill): boolean;
  /** Of what is sent in parts. */
  sizes: PartSizes;
  /** Whether an entry may be sent while those before it are on their way. */
  goesBeside(entry: Entry): boolean;
  /** How many are on their way at most. */
  besides: number;
  /** Whether one that goes beside others may travel in one request with them. */
  goesTogether(entry: Entry): boolean;
  /** How many one request carries. */
  together: number;
  /** How many requests one hold of the lock makes: a tab that is frozen meanwhile holds it for ever. */
  atATime: number;
}

export const PARTS: OutboxParts = {
  classify,
  next,
  pick,
  textOf: (entry) => entry.frozen ?? bodyText(entry),
  missing: (entry) => entry.bills.filter((bill) => bill.fingerPrint === undefined),
  isOver,
  isBehind,
  heldAnew,
  mayChange: (entry) => !entry.maybeSent,
  mayTakeBack: (entry) => entry.again !== true,
  savedAt: serverNow,
  agedBy: (heard) => heard?.server ?? null,
  isIntact: (hash, bill) => hash === bill.hash,
  sizes: PART_SIZES,
  // What is decided of one record is nothing to another; what is made shows the order in which it was.
  goesBeside: ({ endpoint }) => isDecisionCall(endpoint),
  // A browser opens six connections to a server of HTTP/1.1; two are left for what the person looks at.
  besides: 4,
  // Whatever failed goes by itself: one holds up no others twice. What a restored database lost has more to say.
  goesTogether: ({ attempts, wasId, url, endpoint }) =>
    attempts === 0 && wasId === undefined && travelsTogether(endpoint) && url.startsWith('/'),
  together: MAX_TOGETHER,
  atATime: 20,
};
