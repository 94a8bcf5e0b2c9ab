import type { Entry } from '#outbox/entry.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { online } from './online.ts';

/** Makes the page send (offline.md, 'Who drains, when'): at start, after each change, when the network or the page comes back, and on a timer. */
export interface Driver {
  send(): void;
  /** Sets the timer by what waits. */
  look(entries: readonly Entry[]): void;
  stop(): void;
}

const SOONEST_MS = 20;
const SYNC_TAG = 'kharcha-outbox';

interface BackgroundSync {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks the browser to wake the worker when the network is back, where it can. */
function askForSync(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.ready.then((registration) => (registration as BackgroundSync).sync?.register(SYNC_TAG)).catch(() => undefined);
}

export function createDriver(outbox: Outbox): Driver {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const drain = (): void => {
    if (!stopped) void outbox.drain().catch((error: unknown) => console.error(error));
  };
  const hurry = (): void => {
    if (!stopped) void outbox.retryAll().then(drain).catch((error: unknown) => console.error(error));
  };
  const cameBack = (): void => {
    if (online.isOnline()) hurry();
  };
  const visible = (): void => {
    if (document.visibilityState === 'visible') cameBack();
  };
  const stopListening = online.subscribe(cameBack);
  document.addEventListener('visibilitychange', visible);

  return {
    send: () => {
      drain();
      askForSync();
    },
    look: (entries) => {
      clearTimeout(timer);
      const times = entries.filter(({ state, unreadable }) => state === 'waiting' && !unreadable).map(({ retryAt }) => retryAt);
      if (times.length > 0 && !stopped) timer = setTimeout(drain, Math.max(Math.min(...times) - Date.now(), SOONEST_MS));
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      stopListening();
      document.removeEventListener('visibilitychange', visible);
    },
  };
}
