import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { openDrafts, type Drafts } from '#outbox/drafts.ts';
import { browserEnv } from '#outbox/env.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import * as sendParts from '#outbox/sendParts.ts';
import { openShares, type Shares } from '#outbox/shares.ts';
import { openDeviceStore } from '#storage/device.ts';
import { openDeviceShares, type DeviceShares } from '#storage/deviceShares.ts';
import { openReads } from '#storage/reads.ts';
import { openRows } from '#storage/rows.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import type { Ring } from '#storage/vault.ts';
import { hashOf } from './files.ts';

/** The phone of the fixture: its person, and this build's code on what lies there. */

export const SECRETS = {
  own: Buffer.alloc(32, 11).toString('base64url'),
  face: Buffer.alloc(32, 12).toString('base64url'),
};
export const ASHA = { id: 'PRS86c3c48a4f4e91e9de6b', email: 'employee@example.com' };
export const FROM = Date.UTC(2026, 6, 15, 6, 30);
/** Opened again: what was leased is free by then. */
const LATER = FROM + 600_000;

/** One request, as it left the phone. */
export interface Sent {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Text as it is; of a file its name, type and hash. */
  body: string | { name?: string; type?: string; sha256: string };
}
export type Network = (sent: Sent) => Response | null | Promise<never>;

const UPLOADS = '/api/v1/Common/uploads';
/** A bill that goes in parts. */
export const LONG = new TextEncoder().encode('a long bill '.repeat(4_000));
const TUS = { 'Tus-Resumable': '1.0.0' };

async function bodyOf(body: unknown): Promise<Sent['body']> {
  if (typeof body === 'string') return body;
  if (body instanceof Uint8Array) return { sha256: hashOf(body) };
  if (!(body instanceof FormData)) return '';
  const file = body.get('file') as File;
  return { name: file.name, type: file.type, sha256: hashOf(new Uint8Array(await file.arrayBuffer())) };
}

/** Answers as a server in good health does. It knows of no key, and has the first part of every upload. */
export function goodServer(epoch = 'e1'): Network {
  let records = 0;
  return ({ method, url, headers, body }) => {
    const told = {
      'heard-at': `${FROM}.${'w'.repeat(22)}`,
      'X-Db-Epoch': epoch,
      'Idempotency-Key': headers['idempotency-key'] ?? '',
    };
    if (url.startsWith(UPLOADS)) {
      const at = { ...TUS, 'Upload-Length': String(LONG.length) };
      if (method === 'HEAD') return new Response(null, { headers: { ...at, 'Upload-Offset': '32768' } });
      const answer = { success: true, data: { fingerPrint: hashOf(LONG) } };
      return Response.json(answer, { headers: { ...at, 'Upload-Offset': String(LONG.length) } });
    }
    if (method === 'GET') return Response.json({ success: true, data: [] }, { headers: told });
    if (typeof body !== 'string') return Response.json({ success: true, data: { fingerPrint: body.sha256 } });
    records += 1;
    return Response.json({ success: true, data: { expenseId: `EXP${records}`, version: records } }, { headers: told });
  };
}

export interface PhoneBefore {
  store: PersonStore;
  ring: Ring;
  outbox: Outbox;
  drafts: Drafts;
  shares: Shares;
  deviceShares: DeviceShares;
  /** All that left, in its order. */
  sent: Sent[];
  /** Null: no network. */
  network: { now: Network | null };
  clock: { now: number };
  close(): void;
}

/** Opens it as a page does. Throws where the device has no key of the person. */
export async function openPhone(factory: IDBFactory, now = LATER): Promise<PhoneBefore> {
  const device = await openDeviceStore({ factory });
  const { ring, name } = await device.opening(ASHA);
  if (!ring) throw new Error('No key');
  const store = await openPersonStore(ASHA, { factory, name });
  const clock = { now };
  const sent: Sent[] = [];
  const network: PhoneBefore['network'] = { now: null };
  let ids = 0;
  const env = browserEnv({
    token: () => Promise.resolve('the-token'),
    now: () => clock.now,
    random: () => 0.5,
    newId: () => `key-of-the-fixture-${String((ids += 1)).padStart(4, '0')}`,
    headers: () => ({ deviceId: 'the-device' }),
    uploadHeaders: () => ({ organisation: 'ORG1' }),
    inParts: () => Promise.resolve(sendParts),
    persist: () => Promise.resolve(true),
    fetch: async (url, init) => {
      if (!network.now) throw new TypeError('Failed to fetch');
      const body = await bodyOf(init?.body);
      const one = {
        method: init?.method ?? 'GET',
        url: String(url),
        headers: Object.fromEntries(new Headers(init?.headers)),
        body,
      };
      sent.push(one);
      const answer = await network.now(one);
      if (!answer) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
  const outbox = openOutbox({ store, vault: ring, env });
  const deviceShares = await openDeviceShares(() => clock.now, { factory });
  return {
    store,
    ring,
    outbox,
    deviceShares,
    sent,
    network,
    clock,
    drafts: openDrafts(store, ring, () => clock.now),
    shares: openShares(store, ring, () => clock.now),
    close() {
      outbox.close();
      for (const each of [store, device, deviceShares]) each.close();
    },
  };
}

/** The calls that may wait on a phone. */
export const queued = (): Endpoint[] =>
  (Object.values(ENDPOINTS) as Endpoint[]).filter(
    ({ offline, bodyType }) => offline === 'queue' && bodyType === undefined,
  );

const textOf = (bytes: ArrayBuffer): string => hashOf(new Uint8Array(bytes));

/** All that the person finds there: entries with their bills, drafts, what was shared, what was read. */
export async function seen({ outbox, drafts, shares, deviceShares, store, ring }: PhoneBefore): Promise<object> {
  const entries = [];
  for (const { id, state, face, unreadable = null, bills } of await outbox.list()) {
    const there = await Promise.all(bills.map(({ localId }) => outbox.bill(id, localId)));
    entries.push({
      id,
      state,
      face,
      unreadable,
      bills: there.map((bill) => bill && { ...bill, bytes: textOf(bill.bytes) }),
    });
  }
  const typed = [];
  // What lies aside comes back when the one in its place is gone.
  for (const key of ['raise-local/new', 'raise-local/new', 'raise-travel-request/new']) {
    const draft = await drafts.loadDraft(key);
    typed.push(draft && { ...draft, bills: draft.bills.map((bill) => ({ ...bill, bytes: textOf(bill.bytes) })) });
    if (draft) await drafts.removeDraft(key, draft.id);
  }
  const shared = [...(await shares.listShares()), ...(await deviceShares.listShares())];
  return {
    entries,
    typed,
    shared: shared.map((share) => ({
      ...share,
      bills: share.bills.map((bill) => ({ ...bill, bytes: textOf(bill.bytes) })),
    })),
    read: await openReads(store, ring).getRead('a-list'),
    rows: await openRows(store, ring).allRows('localExpense'),
  };
}

/** Sends everything, what was refused too; then the server has lost it all with its database, and it goes out again. */
export async function sendAll({ outbox, network, sent }: PhoneBefore): Promise<Sent[]> {
  for (const epoch of ['e1', 'e2', 'e2']) {
    network.now = goodServer(epoch);
    for (const { id, state } of await outbox.list()) if (state === 'needsYou') await outbox.retry(id);
    await outbox.retryAll();
    await outbox.drain();
    await outbox.observeEpoch(epoch);
  }
  await outbox.drain();
  return sent;
}
