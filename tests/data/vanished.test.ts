import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { KEYS, readLocal, writeLocal } from '#data/local.ts';

let answer: { count: number; days: number; otherDevice: boolean } | null;
const said: string[] = [];

/** The page as it starts anew: its modules hold nothing. */
async function start(): Promise<void> {
  vi.resetModules();
  const { settleDeviceId } = await import('#data/person.ts');
  await settleDeviceId();
  const { tellVanished } = await import('#data/vanished.ts');
  await tellVanished('phone', (sentence) => void said.push(sentence)).catch(() => undefined);
}
const clearDatabases = (): void => void (globalThis.indexedDB = new IDBFactory());
const signedIn = (): void => void (document.cookie = `admin-auth-token=${'t'.repeat(43)}; Path=/`);
const GONE = 'This browser has cleared what was saved on this phone. What had been sent is safe: 3 requests of the last 30 days are with the server. What had not been sent is gone; please file it again.';

beforeEach(() => {
  localStorage.clear();
  clearDatabases();
  said.length = 0;
  answer = { count: 3, days: 30, otherDevice: false };
  vi.stubGlobal('fetch', () => (answer ? Promise.resolve(Response.json({ success: true, data: answer })) : Promise.reject(new TypeError('no network'))));
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.cookie = 'admin-auth-token=; Path=/; Max-Age=0';
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
