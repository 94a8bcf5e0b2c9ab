import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDrafts } from '#outbox/drafts.ts';
import { openShares } from '#outbox/shares.ts';
import { openDeviceStore, type DeviceStore } from '#storage/device.ts';
import { storeOfEmail, storeOfId } from '#storage/person.ts';
import { openPersonStore } from '#storage/open.ts';
import { keepVault } from '#storage/ring.ts';
import { writeOldDevice } from '#tests/support/oldDevice.ts';
import { secretOf, secretsOf, OLD, ASHA, input, bill, boxOf, signInAt, titles } from './ringFixtures.ts';

let factory: IDBFactory;
let device: DeviceStore;
beforeEach(async () => {
  factory = new IDBFactory();
  device = await openDeviceStore({ factory });
});
const signIn = signInAt(() => ({ device, factory }));

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
