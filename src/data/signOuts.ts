import { logout } from '#contract/calls/session.ts';
import { isLeft, sendSignOuts, storeSignOut, tellSignOut } from '#outbox/signOuts.ts';
import { SYNC_TAG, type SyncRegistry } from '#outbox/backgroundSync.ts';
import { addressOf } from './http.ts';
import { online } from './online.ts';
import { readToken } from '#start/cookies.ts';
import { deviceStore } from './person.ts';
import { dropSession } from './sessionStore.ts';

/** Ends at the server, once there is a network, the sessions that were signed out of without one (SES-24). */

const FIRST_MS = 5_000;
const LONGEST_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let wait = FIRST_MS;
let running: Promise<void> | undefined;

async function tell(): Promise<void> {
  const left = await sendSignOuts(await deviceStore(), fetch);
  clearTimeout(timer);
  timer = undefined;
  if (left === 0) {
    wait = FIRST_MS;
    return;
  }
  timer = setTimeout(sendPendingSignOuts, wait);
  wait = Math.min(wait * 2, LONGEST_MS);
}

/** Tries now, and again later while anything is left. A device without a store has kept nothing. */
export function sendPendingSignOuts(): void {
  running ??= tell()
    .catch(() => undefined)
    .finally(() => (running = undefined));
}

/** Resolves when no try is under way. */
export const signOutsSettled = (): Promise<void> => running ?? Promise.resolve();

/** At the start of a page: what is owed is told, now and whenever the network comes back. */
export function watchPendingSignOuts(): () => void {
  sendPendingSignOuts();
  return online.subscribe(() => {
    if (online.isOnline()) sendPendingSignOuts();
  });
}

/**
 * Ends a session that this device has left, as soon as `first` is done and there is a network. Resolves once that is
 * kept: a page that goes then leaves it to the next one. A device that keeps nothing more tells the server once.
 */
export async function endSession(token: string, first: Promise<void> = Promise.resolve()): Promise<void> {
  const url = addressOf(logout);
  const send = await deviceStore()
    .then((store) => storeSignOut(store, token, url))
    .then(
      () => sendPendingSignOuts,
      () => () => void tellSignOut(token, url, fetch),
    );
  void first.then(send);
}

/** The browser shall wake the worker when there is a network, should no page be open then. */
async function wake(): Promise<void> {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return;
  await ((await navigator.serviceWorker.ready) as { sync?: SyncRegistry }).sync?.register(SYNC_TAG);
}

/**
 * Before the server is asked: from here on it is told, whatever happens to this page. Answers what to do with its word.
 */
export async function deferSignOut(token: string): Promise<(told: boolean) => Promise<void>> {
  const settled = await storeSignOut(await deviceStore(), token, addressOf(logout));
  return async (told) => {
    if (told) return settled();
    void wake().catch(() => undefined);
    timer ??= setTimeout(sendPendingSignOuts, FIRST_MS);
  };
}

/**
 * At the start of a page: drops a session that was signed out of here and has come back, and begins anew at once, for
 * its snapshot may stand there already. Answers whether it does.
 */
export async function dropLeft(reload = (): void => window.location.reload()): Promise<boolean> {
  const token = readToken();
  if (token === null || !(await isLeft(await deviceStore(), token))) return false;
  dropSession();
  reload();
  return true;
}
