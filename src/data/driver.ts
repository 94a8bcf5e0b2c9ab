import type { Entry } from '#outbox/entry.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { dueAt } from '#outbox/state.ts';
import { createSyncRequests, type SyncRegistry } from '#outbox/backgroundSync.ts';
import { online } from './online.ts';

/**
 * Makes the page send (OB-5): at start, after each change, when the network or the page comes
 * back, and on a timer.
 */
export interface Driver {
  send(): void;
  /** Sets the timer by what waits. */
  look(entries: readonly Entry[]): void;
  stop(): void;
}

const SOONEST_MS = 20;
/** How long the page may take to show that something is saved: to read its bills for sending would hold that up. */
const SHOWN_MS = 400;
/** After a drain that changed nothing (another tab or the worker was at it), before it is asked again. */
const CALM_MS = 3_000;
/** Poll while something is queued: the sending tab may have died without notice (X23). */
const LONGEST_MS = 30_000;

/** The browser's Background Sync, where it has one. */
async function syncRegistry(): Promise<SyncRegistry | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  return ((await navigator.serviceWorker.ready) as { sync?: SyncRegistry }).sync;
}

export function createDriver(outbox: Outbox): Driver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let open: readonly Entry[] = [];
  const syncRequests = createSyncRequests(syncRegistry);

  const arm = (soonest: number): void => {
    clearTimeout(timer);
    if (stopped || open.length === 0) return;
    const due = Math.min(...open.map((entry) => (entry.state === 'waiting' ? dueAt(entry) : Infinity))) - Date.now();
    timer = setTimeout(drainSoon, Math.min(Math.max(due, soonest), LONGEST_MS));
  };
  const drain = (): void => {
    if (stopped) return;
    // A change that came meanwhile has set a nearer time; without one the timer must not end here.
    arm(LONGEST_MS);
    const before = open;
    void outbox
      .drain()
      .then(syncRequests.drained, (error: unknown) => console.error(error))
      .finally(() => {
        if (open === before) arm(CALM_MS);
      });
  };
  const drainSoon = (): void => {
    if (typeof requestIdleCallback === 'function' && document.visibilityState === 'visible')
      requestIdleCallback(drain, { timeout: SHOWN_MS });
    else drain();
  };
  const hurry = (): void => {
    if (!stopped)
      void outbox
        .retryAll()
        .then(drain)
        .catch((error: unknown) => console.error(error));
  };
  const cameBack = (): void => {
    if (online.isOnline()) hurry();
  };
  // The last that a page is told for certain, before the browser or the person closes it.
  const goes = (): void => {
    if (!stopped && open.length > 0) syncRequests.hidden();
  };
  const visible = (): void => {
    if (document.visibilityState === 'visible') cameBack();
    else goes();
  };
  const stopListening = online.subscribe(cameBack);
  document.addEventListener('visibilitychange', visible);
  window.addEventListener('pagehide', goes);

  return {
    send: () => {
      drainSoon();
      syncRequests.saved();
    },
    look: (entries) => {
      const before = new Set(open.map(({ id }) => id));
      open = entries.filter(
        ({ state, unreadable }) => (state === 'waiting' || state === 'uploading' || state === 'sending') && !unreadable,
      );
      // What its owner sends again waits once more, and what was registered for it may be used up.
      if (open.some(({ id }) => !before.has(id))) syncRequests.saved();
      arm(SOONEST_MS);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      document.removeEventListener('visibilitychange', visible);
      window.removeEventListener('pagehide', goes);
    },
  };
}
