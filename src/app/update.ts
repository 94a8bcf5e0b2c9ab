import type { Workbox } from 'workbox-window';

/**
 * The offer of a new version (SW-1): it waits for consent. Nothing here reloads a page by itself; `takeOverIfIdle` does
 * so at a navigation, when no form is open and nothing is being sent. The worker itself is registered later
 * (registerSw.ts).
 */
let worker: Workbox | null = null;
let ready = false;
const listeners = new Set<() => void>();

/** The person has asked for the update before it was here. */
let wanted = false;

function offer(): void {
  ready = true;
  if (wanted) applyUpdate();
  for (const listener of listeners) listener();
}

/** From now on `registered` is the worker whose next version is waited for. */
export function watchUpdates(registered: Workbox): void {
  worker = registered;
  worker.addEventListener('waiting', offer);
}

/** Looks whether there is a new version. */
export const lookForUpdate = (): void => void worker?.update().catch(() => undefined);

export const updateReady = (): boolean => ready;
export function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyUpdate(): void {
  if (!worker) {
    window.location.reload();
    return;
  }
  worker.addEventListener('controlling', () => window.location.reload());
  worker.messageSkipWaiting();
}

const PATIENCE_MS = 20_000;

/** For a client that the server does not take any more: looks for the new version and takes it over as it arrives. */
export function updateNow(): void {
  if (ready || !worker) return applyUpdate();
  wanted = true;
  lookForUpdate();
  setTimeout(() => window.location.reload(), PATIENCE_MS);
}

/** With nothing open and nothing on the way, a new version may take over as the person moves to another page. */
export function takeOverIfIdle(sending: number): void {
  if (ready && sending === 0 && !document.querySelector('[role="dialog"], form')) applyUpdate();
}
