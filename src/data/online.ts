import { useSyncExternalStore } from 'react';

/**
 * Online is what the server's answers say (OB-5): three failures within ten seconds mean
 * offline; a probe of /healthz and any answer mean online. The browser's own word only makes us ask sooner.
 */
const FAILURES = 3;
const WINDOW_MS = 10_000;
const FIRST_PROBE_MS = 5_000;
const LAST_PROBE_MS = 60_000;

export interface OnlineOptions {
  now(): number;
  /** Resolves true when the server answered. */
  probe(): Promise<boolean>;
  setTimer(run: () => void, ms: number): unknown;
  clearTimer(timer: unknown): void;
  startsOnline: boolean;
}

export interface OnlineTracker {
  isOnline(): boolean;
  sawAnswer(): void;
  sawFailure(): void;
  /** The browser says that the network came or went. */
  hint(online: boolean): void;
  subscribe(listener: () => void): () => void;
}

export function createOnlineTracker(options: OnlineOptions): OnlineTracker {
  let online = options.startsOnline;
  let failures: number[] = [];
  let wait = FIRST_PROBE_MS;
  let timer: unknown = null;
  /** The browser has said that the network went, and no probe has been answered since. */
  let isDoubted = false;
  const listeners = new Set<() => void>();

  const set = (value: boolean): void => {
    if (online === value) return;
    online = value;
    for (const listener of listeners) listener();
  };
  const stop = (): void => {
    if (timer !== null) options.clearTimer(timer);
    timer = null;
  };
  const probe = async (): Promise<void> => {
    stop();
    if (await options.probe()) {
      isDoubted = false;
      tracker.sawAnswer();
      return;
    }
    if (isDoubted) set(false);
    schedule();
  };
  const schedule = (): void => {
    stop();
    timer = options.setTimer(() => void probe(), wait);
    wait = Math.min(wait * 2, LAST_PROBE_MS);
  };

  const tracker: OnlineTracker = {
    isOnline: () => online,
    sawAnswer() {
      failures = [];
      wait = FIRST_PROBE_MS;
      set(true);
      // This may be the answer to what was asked before the network went: the probe decides.
      if (!isDoubted) stop();
    },
    sawFailure() {
      const now = options.now();
      failures = [...failures.filter((at) => now - at < WINDOW_MS), now];
      if (failures.length < FAILURES) return;
      set(false);
      if (timer === null) schedule();
    },
    hint(value) {
      if (value) void probe();
      else {
        isDoubted = true;
        set(false);
        wait = FIRST_PROBE_MS;
        schedule();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  if (!online) schedule();
  return tracker;
}

let probe: () => Promise<boolean> = () => Promise.resolve(navigator.onLine);
/** http.ts, which owns the page's fetch, says here how the server is asked. */
export function setProbe(ask: () => Promise<boolean>): void {
  probe = ask;
}

/** The page's tracker. */
export const online: OnlineTracker = createOnlineTracker({
  now: () => Date.now(),
  probe: () => probe(),
  setTimer: (run, ms) => setTimeout(run, ms),
  clearTimer: (timer) => clearTimeout(timer as number),
  startsOnline: typeof navigator === 'undefined' || navigator.onLine !== false,
});

export function watchNetwork(): () => void {
  const up = (): void => online.hint(true);
  const down = (): void => online.hint(false);
  window.addEventListener('online', up);
  window.addEventListener('offline', down);
  return () => {
    window.removeEventListener('online', up);
    window.removeEventListener('offline', down);
  };
}

/** Said where something is refused without a network. */
export const NEEDS_NETWORK = 'This needs a connection.';

/** True while our server answers; in what the server draws itself, always. */
export const useOnline = (): boolean => useSyncExternalStore(online.subscribe, online.isOnline, () => true);
