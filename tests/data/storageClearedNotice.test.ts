import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';

let answer: { count: number; days: number; otherDevice: boolean } | null;
const said: string[] = [];

/** The page as it is after a reload: its modules hold nothing. */
async function start(): Promise<void> {
  vi.resetModules();
  const { settleDeviceId } = await import('#data/person.ts');
  await settleDeviceId();
  const { notifyStorageCleared } = await import('#data/deviceNotices.ts');
  await notifyStorageCleared('phone', (message) => void said.push(message)).catch(() => undefined);
}
const clearDatabases = (): void => void (globalThis.indexedDB = new IDBFactory());
const signedIn = (): void => void (document.cookie = `admin-auth-token=${'t'.repeat(43)}; Path=/`);
const GONE =
  'This browser has cleared what was saved on this phone. ' +
  'What had been sent is safe: 3 requests of the last 30 days are with the server. ' +
  'What had not been sent is gone; please file it again.';

beforeEach(() => {
  localStorage.clear();
  clearDatabases();
  said.length = 0;
  answer = { count: 3, days: 30, otherDevice: false };
  vi.stubGlobal('fetch', () =>
    answer
      ? Promise.resolve(Response.json({ success: true, data: answer }))
      : Promise.reject(new TypeError('no network')),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'admin-auth-token=; Path=/; Max-Age=0';
});

const SEALING = { secrets: ['A'.repeat(43)], faceSecrets: [], formerEmails: [], soleAddress: true };

/** The page as it starts for somebody who is signed in: their store is opened, and looked at. */
async function startAs(id: string, { signIn = false } = {}): Promise<string> {
  vi.resetModules();
  const { closePerson, requirePerson: personHere, settleDeviceId } = await import('#data/person.ts');
  // A sign-in begins on a page that knows nobody.
  if (signIn) await settleDeviceId();
  signedIn();
  const { NO_ROLES, setSession } = await import('#data/sessionStore.ts');
  const person = { id, email: `${id}@example.com` };
  setSession({ ...person, name: id, employeeCode: id, roles: NO_ROLES, rolesKnown: true, timeZone: 'Asia/Kolkata' });
  await settleDeviceId();
  if (signIn) await (await import('#data/keys.ts')).keepKey(person, SEALING);
  const here = await personHere();
  await (await import('#data/cleared.ts')).detectClearedPerson(here);
  const { notifyStorageCleared } = await import('#data/deviceNotices.ts');
  await notifyStorageCleared('phone', (message) => void said.push(message)).catch(() => undefined);
  await closePerson();
  return here.store.name;
}
const cleared = (name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error ?? new Error('not deleted'));
  });

describe('P15 ST-3: one person’s store that vanished while the device’s stays', () => {
  it('is said once, with what the server knows; a first sign-in is no such thing', async () => {
    const name = await startAs('asha', { signIn: true });
    await startAs('asha');
    expect(said).toEqual([]);
    await cleared(name);
    await startAs('asha');
    await startAs('asha');
    expect(said).toEqual([GONE]);
  });

  it('is said to that person, and to nobody who is signed in before them', async () => {
    const name = await startAs('asha', { signIn: true });
    await cleared(name);
    answer = null;
    await startAs('asha');
    answer = { count: 3, days: 30, otherDevice: false };
    await startAs('biju', { signIn: true });
    expect(said).toEqual([]);
    await startAs('asha', { signIn: true });
    expect(said).toEqual([GONE]);
  });
});

describe('P15 ST-3: several notes', () => {
  it('of two people whose stores vanished before the server could be asked, each is told', async () => {
    const ashas = await startAs('asha', { signIn: true });
    const bijus = await startAs('biju', { signIn: true });
    await cleared(ashas);
    await cleared(bijus);
    answer = null;
    await startAs('asha', { signIn: true });
    await startAs('biju', { signIn: true });
    answer = { count: 3, days: 30, otherDevice: false };
    await startAs('asha', { signIn: true });
    expect(said).toEqual([GONE]);
    await startAs('biju', { signIn: true });
    expect(said).toEqual([GONE, GONE]);
    expect(readLocal(KEYS.vanished)).toBeNull();
  });

  it('what vanished for everybody stays so when one person’s store vanishes too', async () => {
    const name = await startAs('asha', { signIn: true });
    await cleared(name);
    writeLocal(KEYS.vanished, { sure: true });
    answer = null;
    await startAs('asha');
    answer = { count: 3, days: 30, otherDevice: false };
    await startAs('biju', { signIn: true });
    expect(said).toEqual([GONE]);
  });
});

describe('P15 ST-3: a store that vanished', () => {
  it('is said once, with what the server knows', async () => {
    await start();
    signedIn();
    await start();
    expect(said).toEqual([]);
    clearDatabases();
    await start();
    await start();
    expect(said).toEqual([GONE]);
  });

  it('is said after the next sign-in where nobody was signed in, and once the server can be asked', async () => {
    await start();
    clearDatabases();
    answer = null;
    await start();
    expect(said).toEqual([]);
    expect(readLocal(KEYS.vanished)).not.toBeNull();
    answer = { count: 3, days: 30, otherDevice: false };
    signedIn();
    await start();
    expect(said).toEqual([GONE]);
  });

  it('is known by the server’s word where the browser has cleared everything but the cookie', async () => {
    for (const otherDevice of [false, true]) {
      localStorage.clear();
      clearDatabases();
      signedIn();
      answer = { count: 3, days: 30, otherDevice };
      await start();
      expect(said).toEqual(otherDevice ? [GONE] : []);
    }
  });

  it('is not what a new device is, nor one of a build that noted its id elsewhere', async () => {
    await start();
    localStorage.clear();
    clearDatabases();
    writeLocal(KEYS.device, 'device-of-the-build-before');
    await start();
    expect(said).toEqual([]);
    expect(readLocal(KEYS.vanished)).toBeNull();
  });
});
