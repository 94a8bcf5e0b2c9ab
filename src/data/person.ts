import { openDeviceStore, openPersonStore, clearFetched, type DeviceStore, type PersonStore } from '#storage/open.ts';
import { keepVault } from '#storage/vault.ts';
import { lastSession } from './sessionStore.ts';

/** What the signed-in person has on this device, opened once. */
export interface PersonHere {
  email: string;
  store: PersonStore;
  /** The key that opens it; from sign-in until sign-out. */
  key: CryptoKey;
}

let device: Promise<DeviceStore> | undefined;
let open: { email: string; here: Promise<PersonHere> } | undefined;

export function deviceStore(): Promise<DeviceStore> {
  device ??= openDeviceStore().catch((error: unknown) => {
    device = undefined;
    throw error;
  });
  return device;
}

/** Keeps the key that the server's secret for this device gives. */
export async function keepKey(email: string, deviceSecret: string): Promise<void> {
  const store = await deviceStore();
  await keepVault(store, email, deviceSecret);
  await store.setLastPerson(email);
}

/** Forgets a key alone. */
export async function dropKey(email: string): Promise<void> {
  await (await deviceStore()).forgetKey(email);
}

async function openFor(email: string): Promise<PersonHere> {
  const key = await (await deviceStore()).key(email);
  if (!key) throw new Error('This device has no key for you yet. Sign in again while you are online.');
  return { email, store: await openPersonStore(email), key };
}

/** Opens the person's stores; throws when the browser refuses storage or the key is not on this device. */
export function personHere(): Promise<PersonHere> {
  const email = lastSession()?.email;
  if (email === undefined) return Promise.reject(new Error('Nobody is signed in.'));
  if (open?.email !== email) {
    const here = openFor(email);
    open = { email, here };
    here.catch(() => {
      if (open?.here === here) open = undefined;
    });
  }
  return open.here;
}

/** Sign-out: the key goes, and everything that can be fetched again. What waits stays, sealed (ID-1). */
export async function forgetPerson(email: string): Promise<void> {
  const store = open?.email === email ? (await open.here.catch(() => null))?.store : undefined;
  open = undefined;
  await (await deviceStore()).forgetKey(email);
  const own = store ?? (await openPersonStore(email));
  await clearFetched(own);
  own.close();
}
