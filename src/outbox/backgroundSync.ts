import type { DrainReport, Outbox } from './outbox.ts';
import { HOLD_MS } from './state.ts';

/**
 * Being woken when no page is open: Background Sync, where the browser has it. A registration fires once. It is used up
 * when the event succeeds, and after a few events that fail; so an event must not succeed while anything is left, and
 * pages register again.
 */
export const SYNC_TAG = 'kharcha-outbox';

/** The part of the browser's SyncManager that counts here. */
export interface SyncRegistry {
  register(tag: string): Promise<void>;
  /** Tags whose event has not succeeded yet. */
  getTags(): Promise<string[]>;
}

/**
 * Whether a drain has left anything that needs nothing but a network and time. What waits for its owner, or for an
 * update, is not that.
 */
export const hasRemaining = ({ nextAt, stopped }: DrainReport): boolean =>
  nextAt !== null && stopped !== 'signIn' && stopped !== 'tooOld';

/** Something could not be sent now: the browser shall wake us again. */
export class StillQueued extends Error {
  override readonly name = 'StillWaiting';
}

/** Sends without regard to pauses: the network has just come back, and the chance may be the last for long. */
export async function retryAndDrain(outbox: Pick<Outbox, 'retryAll' | 'drain'>): Promise<DrainReport> {
  await outbox.retryAll();
  return outbox.drain();
}

/** A clock of the device's, and how to wait. */
export interface Waiting {
  now(): number;
  wait(ms: number): Promise<void>;
}

/**
 * Sends as `retryAndDrain`, and what is held so that it may be taken back (OB-14) once that is over: with no page open
 * the next event may come minutes later.
 */
export async function drainPastHolds(
  outbox: Pick<Outbox, 'retryAll' | 'drain'>,
  { now, wait }: Waiting,
): Promise<DrainReport> {
  const report = await retryAndDrain(outbox);
  const left = report.nextAt === null ? 0 : report.nextAt - now();
  if (report.stopped !== 'empty' || left <= 0 || left > HOLD_MS) return report;
  await wait(left);
  return retryAndDrain(outbox);
}

/** Completes the sync event of a drain: throws StillQueued while anything is left to send, for whatever reason. */
export function completeSyncEvent(report: DrainReport | null): void {
  if (report !== null && hasRemaining(report)) throw new StillQueued(`${report.left} left: ${report.stopped}`);
}

/**
 * Handles an event of the browser: throws what `send` throws, so that the event is fired again. After its last
 * chance it is not, whereas a page may have left it to the registration that it saw; so it registers again first.
 * The browser takes that from a worker while a page is open, and only then can there be such a page.
 */
export async function runSyncEvent(
  send: () => Promise<void>,
  isLastChance: boolean,
  door: Pick<SyncRegistry, 'register'> | undefined,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (isLastChance) await door?.register(SYNC_TAG).catch(() => undefined);
    throw error;
  }
}

/** What a page asks of the browser, and when. */
export interface SyncRequests {
  /** Something new waits, or the app was opened. */
  saved(): void;
  drained(report: DrainReport): void;
  /** The page is hidden, perhaps for good, while something waits. */
  hidden(): void;
}

/** `door` answers undefined where the browser has no Background Sync. */
export function createSyncRequests(door: () => Promise<SyncRegistry | undefined>): SyncRequests {
  const ask = async (unlessAsked: boolean): Promise<void> => {
    const sync = await door();
    // A registration that fires at once and fails is retried with growing pauses; registering again would reset them.
    if (!sync || (unlessAsked && (await sync.getTags()).includes(SYNC_TAG))) return;
    await sync.register(SYNC_TAG);
  };
  const wish = (unlessAsked: boolean): void => void ask(unlessAsked).catch(() => undefined);
  return {
    saved: () => wish(false),
    drained: (report) => {
      if (hasRemaining(report)) wish(true);
    },
    hidden: () => wish(false),
  };
}
