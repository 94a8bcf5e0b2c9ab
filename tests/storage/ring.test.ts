import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDrafts } from '#outbox/drafts.ts';
import { browserEnv } from '#outbox/env.ts';
import { openShares } from '#outbox/shares.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openDeviceStore, type DeviceStore } from '#storage/device.ts';
import { openPersonStore, storeOfEmail, storeOfId, type Person, type PersonStore } from '#storage/open.ts';
import { reseal } from '#storage/reseal.ts';
import { keepVault, type Secrets } from '#storage/ring.ts';
import { takeOver } from '#storage/takeOver.ts';
import { cipherOf, type Ring } from '#storage/vault.ts';
import { writeOldDevice } from '#tests/support/oldDevice.ts';

const secretOf = (n: number): string => Buffer.alloc(32, n).toString('base64url');
const secretsOf = (...all: number[]): Secrets => ({
  secrets: all.map(secretOf),
  faceSecrets: [secretOf(99)],
  formerEmails: [],
  soleAddress: true,
});
const OLD = 'asha@example.com';
const ASHA = { id: 'PRS1', email: OLD };
const input = (title: string) =>
  ({
    endpoint: 'createLocalExpense',
    method: 'POST',
    url: '/x',
    body: { remarks: title },
    record: { kind: 'localExpense' },
    face: { title, amount: 450, day: '2026-07-14' },
  }) as const;
const bill = () => ({
  localId: 'b',
  bytes: new TextEncoder().encode('bytes').buffer,
  name: 'b.jpg',
  type: 'image/jpeg',
});

let factory: IDBFactory;
let device: DeviceStore;
beforeEach(async () => {
  factory = new IDBFactory();
  device = await openDeviceStore({ factory });
});

interface Here {
  store: PersonStore;
  outbox: Outbox;
  ring: Ring;
}
const boxOf = (store: PersonStore, ring: Ring): Outbox =>
  openOutbox({
    store,
    vault: ring,
    env: browserEnv({ token: () => Promise.resolve(null), persist: () => Promise.resolve(true) }),
  });
async function signIn(person: Person & { id: string } = ASHA, secrets: Secrets = secretsOf(1)): Promise<Here> {
  const ring = await keepVault(device, person, secrets);
  const name = await takeOver(device, person, cipherOf(ring), secrets.formerEmails, { factory });
  await device.setLastPerson(person);
  const store = await openPersonStore(person, { factory, name });
  return { store, outbox: boxOf(store, ring), ring };
}
const titles = async ({ outbox }: Here): Promise<string[]> =>
  (await outbox.list()).map(({ face, unreadable }) => unreadable ?? face.title);

describe('ID-2: the keys of a person on a device', () => {
  test('P5: another secret adds a key and replaces none: what is there opens, what comes is sealed anew', async () => {
    const before = await signIn();
    await before.outbox.enqueue(input('taxi'), [bill()]);
    const after = await signIn(ASHA, secretsOf(2));
    expect(await titles(after)).toEqual(['taxi']);
    const [entry] = await after.outbox.list();
    expect(await after.outbox.bill(entry?.id ?? '', 'b')).not.toBeNull();
    await after.outbox.enqueue(input('hotel'), [bill()]);
    const again = await signIn(ASHA, secretsOf(3));
    expect(await titles(again)).toEqual(['taxi', 'hotel']);
    expect((await device.ring(ASHA))?.keys[0]?.kid).toBe(again.ring.keys[0]?.kid);
  });

  test('P5: the same secrets again add nothing', async () => {
    const { ring } = await signIn();
    const again = await signIn();
    expect(again.ring.keys.map(({ kid }) => kid)).toEqual(ring.keys.map(({ kid }) => kid));
  });

  test('P6: of several secrets the first seals, and each opens', async () => {
    await (await signIn(ASHA, secretsOf(1))).outbox.enqueue(input('taxi'));
    await device.forgetKey(ASHA);
    const after = await signIn(ASHA, secretsOf(2, 1));
    expect(await titles(after)).toEqual(['taxi']);
    await after.outbox.enqueue(input('hotel'));
    await device.forgetKey(ASHA);
    expect(await titles(await signIn(ASHA, secretsOf(2)))).toEqual(['damaged', 'hotel']);
  });

  test('P5 P6: what an old key alone opens is sealed by the newest before the old one goes', async () => {
    const first = await signIn(ASHA, secretsOf(1));
    await first.outbox.enqueue(input('taxi'), [bill()]);
    await openDrafts(first.store, first.ring, () => 5).saveDraft('form', { remarks: 'half' }, [bill()]);
    const { store, ring } = await signIn(ASHA, secretsOf(2));
    const [newest] = ring.keys;
    if (!newest) throw new Error('no key');
    await reseal(store, newest.kid, cipherOf(newest.key), cipherOf(ring));
    await device.forgetKey(ASHA);
    const later = await signIn(ASHA, secretsOf(2));
    expect(await titles(later)).toEqual(['taxi']);
    const [entry] = await later.outbox.list();
    expect(await later.outbox.bill(entry?.id ?? '', 'b')).not.toBeNull();
    expect((await openDrafts(later.store, later.ring, () => 6).loadDraft('form'))?.bills).toHaveLength(1);
  });

  test('ID-1: another person’s sign-in leaves no key of the first, of whatever build', async () => {
    await writeOldDevice({ factory: (factory = new IDBFactory()), email: OLD, secret: secretOf(1), entries: ['taxi'] });
    device = await openDeviceStore({ factory });
    await signIn();
    await signIn({ id: 'PRS2', email: 'biju@example.com' }, secretsOf(7));
    expect(await device.ring(ASHA)).toBeNull();
    expect(await device.ring({ email: OLD })).toBeNull();
  });

  test('P5: the device id stays with what it seals; the id of an earlier build is taken over once', async () => {
    expect(await device.deviceId('known-to-local-storage')).toBe('known-to-local-storage');
    expect(await device.deviceId('another')).toBe('known-to-local-storage');
    expect(await device.deviceId()).toBe('known-to-local-storage');
  });
});

describe('ID-3: what no key opens any more', () => {
  async function lost(): Promise<Here> {
    const here = await signIn(ASHA, secretsOf(1));
    await here.outbox.enqueue(input('Taxi to client'), [bill()]);
    await device.forgetKey(ASHA);
    return signIn(ASHA, secretsOf(2));
  }

  test('P5: it says what it was, by a face that another device id does not make unreadable', async () => {
    const [entry] = await (await lost()).outbox.list();
    expect(entry).toMatchObject({
      unreadable: 'damaged',
      face: { title: 'Taxi to client', amount: 450, day: '2026-07-14' },
      record: { kind: 'localExpense' },
    });
  });

  test('ID-1: the face is sealed: nothing of it can be read on the device', async () => {
    const { store } = await lost();
    const [row] = await store.read(['outbox'], (tx) => tx.objectStore('outbox').getAll());
    expect(row?.face).toBeInstanceOf(ArrayBuffer);
    expect(Buffer.from(row?.face ?? new ArrayBuffer(0)).toString('latin1')).not.toContain('Taxi');
  });

  test('P5: its owner can throw it away, bills and all, and it holds nothing else up', async () => {
    const { outbox, store } = await lost();
    await outbox.enqueue(input('hotel'));
    const [entry] = await outbox.list();
    await outbox.discard(entry?.id ?? '');
    expect((await outbox.list()).map(({ face }) => face.title)).toEqual(['hotel']);
    expect(await store.read(['blobs'], (tx) => tx.objectStore('blobs').count())).toBe(0);
  });

  test('P5: it can be saved as a file, with its bills, as it is sealed', async () => {
    const { outbox } = await lost();
    const [entry] = await outbox.list();
    const file = await outbox.exportSealed(entry?.id ?? '');
    const read = JSON.parse((await file?.text()) ?? '{}') as {
      id?: string;
      sealed?: string;
      bills?: { sealed: string }[];
    };
    expect(read).toMatchObject({ id: entry?.id, bills: [{ localId: 'b' }] });
    expect(read.sealed?.length).toBeGreaterThan(40);
    expect(await outbox.exportSealed('nothing')).toBeNull();
  });

  test('P5: when its secret comes back, so does it', async () => {
    await lost();
    expect(await titles(await signIn(ASHA, secretsOf(2, 1)))).toEqual(['Taxi to client']);
  });
});

describe('ID-4: whose store it is', () => {
  const named = async (): Promise<string[]> =>
    (await factory.databases())
      .map(({ name }) => name ?? '')
      .filter((name) => name !== 'kharcha-device')
      .sort();

  test('P10: a store of the build before, named by the address, is taken over and opens', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi', 'hotel'] });
    device = await openDeviceStore({ factory });
    const here = await signIn();
    expect(await titles(here)).toEqual(['taxi', 'hotel']);
    expect(await here.outbox.bill('taxi', 'b')).not.toBeNull();
    expect((await openDrafts(here.store, here.ring, () => 6).loadDraft(`form-of-${OLD}`))?.value).toEqual({
      remarks: 'half',
    });
    expect(here.store.name, 'where it lies, so that the build before finds it too').toBe(await storeOfEmail(OLD));
  });

  test('P5 P10: an upgrade opens with the single key that the build before left, without a network', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi'] });
    device = await openDeviceStore({ factory });
    const { ring, name } = await device.opening({ email: OLD });
    if (!ring) throw new Error('no key');
    expect(
      (await boxOf(await openPersonStore({ email: OLD }, { factory, name }), ring).list()).map(
        ({ face }) => face.title,
      ),
    ).toEqual(['taxi']);
  });

  test('P10: after a change of address what waited is still there, from this build or the one before', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi'], signedIn: false });
    device = await openDeviceStore({ factory });
    const moved = { id: 'PRS1', email: 'asha.nair@example.com' };
    const here = await signIn(moved, { ...secretsOf(1), formerEmails: [OLD] });
    expect(await titles(here)).toEqual(['taxi']);
    await here.outbox.enqueue(input('hotel'));
    expect(
      await titles(
        await signIn({ ...moved, email: 'asha@new.example' }, { ...secretsOf(1), formerEmails: [moved.email, OLD] }),
      ),
    ).toEqual(['taxi', 'hotel']);
  });

  test('P10: what the build before stored under both addresses comes together, in its order, once', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi', 'bus'], signedIn: false });
    await writeOldDevice({ factory, email: 'new@example.com', secret: secretOf(1), entries: ['hotel'] });
    device = await openDeviceStore({ factory });
    const person = { id: 'PRS1', email: 'new@example.com' };
    const secrets = { ...secretsOf(1), formerEmails: [OLD] };
    const here = await signIn(person, secrets);
    expect(await titles(here)).toEqual(['hotel', 'taxi', 'bus']);
    expect(await here.outbox.bill('taxi', 'b')).not.toBeNull();
    expect((await openDrafts(here.store, here.ring, () => 6).loadDraft(`form-of-${OLD}`))?.value).toEqual({
      remarks: 'half',
    });
    expect(await titles(await signIn(person, secrets))).toEqual(['hotel', 'taxi', 'bus']);
    const left = await openPersonStore(OLD, { factory });
    expect(
      await left.read(['outbox', 'blobs', 'drafts'], async (tx) => [
        await tx.objectStore('outbox').count(),
        await tx.objectStore('blobs').count(),
        await tx.objectStore('drafts').count(),
      ]),
    ).toEqual([0, 0, 0]);
  });

  test('P10 P11: what another app shared comes along, with its bills, once', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: [], signedIn: false });
    await writeOldDevice({ factory, email: 'new@example.com', secret: secretOf(1), entries: ['hotel'] });
    device = await openDeviceStore({ factory });
    const person = { id: 'PRS1', email: 'new@example.com' };
    const secrets = { ...secretsOf(1), formerEmails: [OLD] };
    // Shared under the address before, to the store that is named by it.
    const old = await openPersonStore({ email: OLD }, { factory });
    const ring = await keepVault(device, person, secrets);
    await openShares(old, ring, () => 4).addShare({
      id: 's1',
      bills: [bill()],
      leftOut: [{ name: 'notes.txt', why: 'type' }],
    });
    old.close();
    for (let visit = 1; visit <= 2; visit += 1) {
      const here = await signIn(person, secrets);
      const shared = await openShares(here.store, here.ring, () => 6).listShares();
      expect(
        shared.map(({ id, at, bills, leftOut }) => [
          id,
          at,
          bills.map(({ bytes }) => new TextDecoder().decode(bytes)),
          leftOut,
        ]),
        `visit ${visit}`,
      ).toEqual([['s1', 4, ['bytes'], [{ name: 'notes.txt', why: 'type' }]]]);
    }
    const left = await openPersonStore(OLD, { factory });
    expect(
      await left.read(['shares', 'blobs', 'bytes'], async (tx) => [
        await tx.objectStore('shares').count(),
        await tx.objectStore('blobs').count(),
        await tx.objectStore('bytes').count(),
      ]),
    ).toEqual([0, 0, 0]);
  });

  test('OB-7 P10: an address that is somebody else’s by now leads to nobody’s store but one’s own', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi'] });
    device = await openDeviceStore({ factory });
    const heir = { id: 'PRS2', email: OLD };
    // Whose session the server ended never signed out: the key of the first is still here.
    const biju = await signIn(heir, { ...secretsOf(7), soleAddress: false });
    expect(await titles(biju)).toEqual([]);
    expect(biju.store.name).toBe(await storeOfId('PRS2'));
    await biju.outbox.enqueue(input('of biju'));
    const asha = await signIn({ id: 'PRS1', email: 'asha.nair@example.com' }, { ...secretsOf(1), formerEmails: [OLD] });
    expect(await titles(asha)).toEqual(['taxi']);
    expect(await titles(await signIn(heir, { ...secretsOf(7), soleAddress: false }))).toEqual(['of biju']);
  });

  test('P5 P10: a build before that had lost its device id left another key: the same person keeps it', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(5), entries: ['taxi'] });
    device = await openDeviceStore({ factory });
    expect(await titles(await signIn())).toEqual(['taxi']);
  });

  test('P10: on a new device the store is named by the id, and no other is made', async () => {
    const here = await signIn();
    expect(here.store.name).toBe(await storeOfId(ASHA.id));
    expect(await named()).toEqual([here.store.name]);
  });

  test('P5: without what the device knows of stores, the person’s own is found again', async () => {
    factory = new IDBFactory();
    await writeOldDevice({ factory, email: OLD, secret: secretOf(1), entries: ['taxi'] });
    device = await openDeviceStore({ factory });
    await signIn();
    device.close();
    await new Promise((resolve) => (factory.deleteDatabase('kharcha-device').onsuccess = resolve));
    device = await openDeviceStore({ factory });
    expect(
      await titles(await signIn({ ...ASHA, email: 'new@example.com' }, { ...secretsOf(1), formerEmails: [OLD] })),
    ).toEqual(['taxi']);
  });
});
