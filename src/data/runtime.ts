import { HEADERS, ORGANISATION_COOKIE } from '#contract/headers.ts';
import { type Sealing } from '#contract/session.ts';
import { browserEnv } from '#outbox/env.ts';
import type { Entry } from '#outbox/entry.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { readCookie, readToken } from '#start/cookies.ts';
import { readPlace } from './cookies.ts';
import { detectClearedPerson } from './cleared.ts';
import { createDriver, type Driver } from './driver.ts';
import { onClock } from './clock.ts';
import { onEpoch } from './epoch.ts';
import { watchedFetch } from './http.ts';
import { notedDeviceId } from '#start/local.ts';
import { clearEntries, showEntries, showUnreadable } from './entries.ts';
import type { PersonStore } from '#storage/open.ts';
import { isSamePerson, type Person } from '#storage/person.ts';
import type { Ring } from '#storage/vault.ts';
import { keepKey as keepKeys, sealByNewest } from './keys.ts';
import { dropKey, forgetPerson, openedPerson, requirePerson, currentPerson } from './person.ts';
import { showProgress } from './progress.ts';
import { currentSession } from './sessionStore.ts';
import { throttleSnapshots } from './throttleSnapshots.ts';

/** The outbox of the signed-in person, with everything that makes it send. Loaded after the first frame. */

export interface Runtime {
  person: Person;
  outbox: Outbox;
  /** Sends soon; called after something was put in. */
  sendSoon(): void;
}

type Running = Runtime & { driver: Driver; stop: () => void };
let running: { person: Person; ready: Promise<Running> } | undefined;

function place(): Record<string, string> {
  const here = readPlace();
  const device = notedDeviceId();
  return {
    ...(device !== null && { [HEADERS.deviceId]: device }),
    ...(here && { [HEADERS.latitude]: here.latitude, [HEADERS.longitude]: here.longitude }),
  };
}

/** The organisation, which uploads name (UPL-7). */
function organisation(): Record<string, string> {
  const id = readCookie(ORGANISATION_COOKIE);
  return id ? { [HEADERS.organisation]: id } : {};
}

/** The outbox in this store, with this page's doors to the world; it sends under the token of that moment. */
export const openOutboxOf = (store: PersonStore, vault: Ring, token: () => string | null): Outbox =>
  openOutbox({
    store,
    vault,
    env: browserEnv({
      token: () => Promise.resolve(token()),
      fetch: watchedFetch,
      clientVersion: __BUILD__,
      headers: place,
      uploadHeaders: organisation,
      inParts: () => import('#outbox/sendParts.ts'),
      together: () => import('#outbox/sendTogether.ts'),
    }),
  });

/** As it stands once what waited for this sign-in goes on. */
const asResumed = (entry: Entry): Entry => (entry.state === 'signIn' ? { ...entry, state: 'waiting' } : entry);

async function start(person: Person): Promise<Running> {
  const here = await requirePerson();
  const { store, key } = here;
  await detectClearedPerson(here).catch(() => undefined);
  const outbox = openOutboxOf(store, key, () => {
    const now = currentSession();
    return now && isSamePerson(now, person) ? readToken() : null;
  });
  // Signed out while it was being opened, a person's entries are for nobody's screen (ID-1).
  const show: typeof showEntries = (entries, first) => {
    if (running?.person === person) showEntries(entries, first);
  };
  // Before anything is written: that may take a while, or fail on a full device; then the driver tries again later.
  const signedIn = readToken() !== null;
  show((await outbox.list()).map(signedIn ? asResumed : (entry) => entry), true);
  // Entries that waited for a sign-in which took place in another tab, or before this page was closed.
  if (signedIn) await outbox.resume(person).catch(() => undefined);
  // Opening the app is a wish to send; after an update there is no reason left to wait.
  await outbox.retryAll().catch(() => undefined);
  const driver = createDriver(outbox);
  const screen = throttleSnapshots(show);
  outbox.subscribe((entries) => {
    screen.push(entries);
    driver.look(entries);
  });
  outbox.onProgress((progress) => {
    if (running?.person === person) showProgress(progress);
  });
  driver.send();
  await onClock(person.id ?? null, (sample) => outbox.observeServerTime(sample)).catch(() => undefined);
  onEpoch((epoch) => void outbox.observeEpoch(epoch).then(driver.send, () => undefined));
  const stop = (): void => {
    screen.stop();
    driver.stop();
    outbox.close();
  };
  return { person, outbox, driver, sendSoon: driver.send, stop };
}

/** Opens the outbox once per person; throws when this browser has no storage or no key for the person. */
export function openRuntime(): Promise<Runtime> {
  const person = currentPerson();
  if (!person) return Promise.reject(new Error('Nobody is signed in.'));
  if (!running || !isSamePerson(running.person, person)) {
    void closeRuntime();
    const ready = start(person);
    running = { person, ready };
    ready.catch((error: unknown) => {
      if (running?.ready !== ready) return;
      running = undefined;
      showUnreadable(error instanceof Error ? error.message : '');
    });
  }
  return running.ready;
}

export async function closeRuntime(): Promise<void> {
  const before = running;
  running = undefined;
  clearEntries();
  showProgress(null);
  const open = await before?.ready.catch(() => null);
  open?.stop();
}

/** After a sign-in as the same person: what waited for it goes on. */
export async function resume(person: Person): Promise<void> {
  const { outbox, sendSoon } = await openRuntime();
  await outbox.resume(person);
  sendSoon();
}

/** Tries to send everything now; answers how many are left. */
export async function sendAll(): Promise<number> {
  const { outbox } = await openRuntime();
  await outbox.retryAll();
  await outbox.drain();
  return (await outbox.list()).filter(({ state }) => state !== 'done').length;
}

/** Stores the server's keys for this person; where their store turns out to be elsewhere, it is opened again. */
export async function keepKey(person: Person, sealing: Sealing): Promise<void> {
  const moved = await keepKeys(person, sealing);
  if (!moved || !running) return;
  await closeRuntime();
  await openRuntime();
}

/** Sign-out: closes the outbox, then forgets the keys and everything that can be fetched again. */
export async function forget(person: Person): Promise<void> {
  await closeRuntime();
  const ring = (await openedPerson(person))?.key;
  // What an old key alone opens would be lost with it.
  if (ring) await sealByNewest(person, ring, true).catch(() => undefined);
  await forgetPerson(person);
}

export { dropKey };
