import { HEADERS, LAT_LONG_COOKIE, ORGANISATION_COOKIE, TOKEN_COOKIE } from '#contract/headers.ts';
import { browserEnv } from '#outbox/env.ts';
import { sendSignOuts } from '#outbox/signOuts.ts';
import { openOutbox, type DrainReport, type Outbox } from '#outbox/outbox.ts';
// A worker may import nothing later on: it carries this with it.
import * as sendParts from '#outbox/sendParts.ts';
import * as sendTogether from '#outbox/sendTogether.ts';
import { countInbox } from '#outbox/inboxCount.ts';
import { openShares } from '#outbox/shares.ts';
import { completeSyncEvent, drainPastHolds, retryAndDrain, StillQueued } from '#outbox/backgroundSync.ts';
import { openDeviceStore } from '#storage/device.ts';
import { openDeviceShares } from '#storage/deviceShares.ts';
import { type Person } from '#storage/person.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import type { Ring } from '#storage/vault.ts';
import type { ShareInbox } from './shareTarget.ts';

/** What the worker has of the person of this device, without any page. */
export interface PersonHere extends Person {
  store: PersonStore;
  key: Ring;
}

/** A cookie's value, or null; null too where the browser gives workers no cookies. */
async function cookie(name: string): Promise<string | null> {
  const { cookieStore } = globalThis as { cookieStore?: { get: (name: string) => Promise<{ value?: string } | null> } };
  const value = (await cookieStore?.get(name).catch(() => null))?.value;
  return value ? decodeURIComponent(value) : null;
}

/**
 * The last person of this device, if that person is still signed in: the key leaves the device at sign-out (ID-1), the
 * token also when the server has ended the session.
 */
export async function personHere(): Promise<PersonHere | null> {
  if ((await cookie(TOKEN_COOKIE)) === null) return null;
  const device = await openDeviceStore();
  try {
    const person = await device.lastPerson();
    if (!person) return null;
    const { ring, name } = await device.opening(person);
    return ring && { ...person, key: ring, store: await openPersonStore(person, { name }) };
  } finally {
    device.close();
  }
}

/**
 * Whether this is who is signed in here. Where the browser gives workers no cookies, the key alone says so: it leaves
 * the device at sign-out.
 */
export async function isHere(id: string): Promise<boolean> {
  if ('cookieStore' in globalThis && (await cookie(TOKEN_COOKIE)) === null) return false;
  const device = await openDeviceStore();
  try {
    const person = await device.lastPerson();
    return person?.id === id && (await device.ring(person)) !== null;
  } finally {
    device.close();
  }
}

async function headersNow(): Promise<Record<string, string>> {
  const [latitude, longitude] = ((await cookie(LAT_LONG_COOKIE)) ?? '').split(',');
  return latitude && longitude ? { [HEADERS.latitude]: latitude, [HEADERS.longitude]: longitude } : {};
}

/**
 * Sends what waits, pauses or not, with the page's own outbox code and the worker's doors to the world. null when
 * nobody is signed in or no token can be read.
 */
export async function drainHere(
  version: string,
  send: (outbox: Outbox) => Promise<DrainReport> = retryAndDrain,
): Promise<DrainReport | null> {
  const person = await personHere();
  if (!person) return null;
  const place = await headersNow();
  const organisation = await cookie(ORGANISATION_COOKIE);
  const uploads: Record<string, string> = organisation ? { [HEADERS.organisation]: organisation } : {};
  // The token is read for each request; one of another person is refused by the server, which is told the account.
  const outbox = openOutbox({
    store: person.store,
    vault: person.key,
    env: browserEnv({
      token: () => cookie(TOKEN_COOKIE),
      clientVersion: version,
      headers: () => place,
      uploadHeaders: () => uploads,
      inParts: () => Promise.resolve(sendParts),
      together: () => Promise.resolve(sendTogether),
    }),
  });
  try {
    return await send(outbox);
  } finally {
    outbox.close();
    person.store.close();
  }
}

/** The number on the app's icon while no page sets it: what is not sent, and what is in the inbox (OB-12). */
async function showBadge(store: PersonStore): Promise<void> {
  const { setAppBadge } = navigator as { setAppBadge?: (count: number) => Promise<void> };
  const rows = await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
  const waiting = rows.filter(({ state }) => state !== 'done').length + (await countInbox(store));
  await setAppBadge?.call(navigator, waiting);
}

/** Where a share is kept: with the person who is signed in here, else sealed to the device (P11). */
export async function shareInbox(): Promise<ShareInbox> {
  const person = await personHere();
  if (!person) return openDeviceShares(Date.now);
  const { addShare } = openShares(person.store, person.key, Date.now);
  return {
    addShare: async (share) => {
      const waiting = await addShare(share);
      await showBadge(person.store).catch(() => undefined);
      return waiting;
    },
    close: () => person.store.close(),
  };
}

const CLOCK = {
  now: () => Date.now(),
  wait: (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms)),
};

/**
 * What a network is wanted for: what waits, and sign-outs that the server has not heard of (SES-24). Throws
 * StillQueued while anything is left.
 */
export async function sendAll(version: string): Promise<void> {
  const left = await sendPendingSignOuts().catch(() => 0);
  completeSyncEvent(await drainHere(version, (outbox) => drainPastHolds(outbox, CLOCK)));
  if (left > 0) throw new StillQueued('A sign-out is left.');
}

async function sendPendingSignOuts(): Promise<number> {
  const device = await openDeviceStore();
  try {
    return await sendSignOuts(device, fetch);
  } finally {
    device.close();
  }
}
