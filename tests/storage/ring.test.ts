import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { openDrafts } from '#outbox/drafts.ts';
import { openDeviceStore, type DeviceStore } from '#storage/device.ts';
import { reseal } from '#storage/reseal.ts';
import { cipherOf } from '#storage/vault.ts';
import { writeOldDevice } from '#tests/support/oldDevice.ts';
import { secretOf, secretsOf, OLD, ASHA, input, bill, type Here, signInAt, titles } from './ringFixtures.ts';

let factory: IDBFactory;
let device: DeviceStore;
beforeEach(async () => {
  factory = new IDBFactory();
  device = await openDeviceStore({ factory });
});
const signIn = signInAt(() => ({ device, factory }));

describe('ID-2: the keys of a person on a device', () => {
  test('P5: another secret adds a key and replaces none: old rows open, new ones are sealed with it', async () => {
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
