import { openDeviceStore, type DeviceStore } from '#storage/device.ts';
import { isSamePerson, type Person } from '#storage/person.ts';
import { clearFetched, openPersonStore, type PersonStore } from '#storage/open.ts';
import type { Ring } from '#storage/vault.ts';
import { readToken } from '#start/cookies.ts';
import { KEYS, notedDeviceId, readLocal, writeLocal } from '#start/local.ts';
import { lastSession } from './sessionStore.ts';

/** What the signed-in person has on this device, opened once. */
export interface OpenPerson extends Person {
  store: PersonStore;
  /** The keys that open it; from sign-in until sign-out. */
  key: Ring;
}

let device: Promise<DeviceStore> | undefined;
let open: { person: Person; here: Promise<OpenPerson> } | undefined;

export function deviceStore(): Promise<DeviceStore> {
  device ??= openDeviceStore().catch((error: unknown) => {
    device = undefined;
    throw error;
  });
  return device;
}

/**
 * The id of this device, which its keys depend on: it lies in the store beside what they seal (P5). A copy where every
 * request can read it at once follows it; a device without a store has that alone.
 */
export async function settleDeviceId(): Promise<void> {
  const noted = notedDeviceId();
  await detectClearedStorage().catch(() => undefined);
  const id = await deviceStore().then(
    async (store) => {
      const own = await store.deviceId(noted ?? undefined);
      writeLocal(KEYS.stored, true);
      return own;
    },
    () => noted ?? crypto.randomUUID(),
  );
  if (id !== noted) writeLocal(KEYS.device, id);
}

/**
 * The tripwire of ST-3: this browser knows of somebody who was here, and the device's store knows nothing any more.
 * Noted before the store is filled again; deviceNotices.ts says it. A token alone may have come from elsewhere:
 * then the server's word decides.
 */
async function detectClearedStorage(): Promise<void> {
  const sure = readLocal(KEYS.stored) === true || lastSession() !== null;
  if ((sure || readToken() !== null) && (await (await deviceStore()).isNew())) writeLocal(KEYS.vanished, { sure });
}

/** Who is signed in, as the device's stores know people. */
export function currentPerson(): Person | null {
  const session = lastSession();
  return session && { email: session.email, id: session.id };
}

/** Forgets keys alone. */
export async function dropKey(person: Person): Promise<void> {
  await (await deviceStore()).forgetKey(person);
}

async function openFor(person: Person): Promise<OpenPerson> {
  const { ring, name } = await (await deviceStore()).opening(person);
  if (!ring) throw new Error('This device has no key for you yet. Sign in again while you are online.');
  return { ...person, store: await openPersonStore(person, { name }), key: ring };
}

/** Opens the person's stores; throws when the browser refuses storage or the key is not on this device. */
export function requirePerson(): Promise<OpenPerson> {
  const person = currentPerson();
  if (!person) return Promise.reject(new Error('Nobody is signed in.'));
  if (!open || !isSamePerson(open.person, person)) {
    const here = openFor(person);
    open = { person, here };
    here.catch(() => {
      if (open?.here === here) open = undefined;
    });
  }
  return open.here;
}

/** What is open goes: the next who asks finds it under the name it has now. */
export async function closePerson(): Promise<void> {
  const before = open;
  open = undefined;
  (await before?.here.catch(() => null))?.store.close();
}

/** The store that is open for this person, without opening one. */
export const openedPerson = async (person: Person): Promise<OpenPerson | null> =>
  open && isSamePerson(open.person, person) ? open.here.catch(() => null) : null;

/** Sign-out: the keys go, and everything that can be fetched again. What waits stays, sealed (ID-1). */
export async function forgetPerson(person: Person): Promise<void> {
  const here = await openedPerson(person);
  open = undefined;
  const devices = await deviceStore();
  const { name } = await devices.opening(person);
  const own = here?.store ?? (await openPersonStore(person, { name }));
  await devices.forgetKey(person);
  await clearFetched(own);
  own.close();
}
