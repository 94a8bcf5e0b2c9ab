import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { DraftMovedError, openDrafts } from '#outbox/drafts.ts';
import { countInbox } from '#outbox/inboxCount.ts';
import { openShares, ShareGoneError } from '#outbox/shares.ts';
import { InboxFullError, MAX_SHARES, openDeviceShares, type DeviceShares } from '#storage/deviceShares.ts';
import { openDeviceStore } from '#storage/device.ts';
import { clearFetched, openPersonStore } from '#storage/open.ts';
import { createVault } from '#tests/support/vault.ts';
import { aBill, ASHA } from '#tests/support/phone.ts';

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
async function aPhone() {
  const store = await openPersonStore(ASHA, { factory: new IDBFactory() });
  const key = await createVault(SECRET, ASHA);
  let clock = 0;
  const now = (): number => (clock += 1);
  return {
    store,
    shares: openShares(store, key, now),
    drafts: openDrafts(store, key, now),
    others: async (email: string) => openShares(store, await createVault(SECRET, email), now),
  };
}
const read = (bytes?: ArrayBuffer): string => new TextDecoder().decode(bytes);
const share = (id: string, ...texts: string[]) => ({
  id,
  bills: texts.map((text, i) => aBill(text, `${id}-${i}`)),
  leftOut: [],
});

const whole = (id: string, ...bills: string[]) => ({ id, bills, whole: true });

describe('P11: the inbox of shares', () => {
  test('two shares at once are two rows, and both are there', async () => {
    const { shares } = await aPhone();
    await Promise.all([shares.addShare(share('a', 'photo')), shares.addShare(share('b', 'photo', 'ticket'))]);
    const all = await shares.listShares();
    expect(all.map(({ id, bills }) => [id, bills.map(({ bytes }) => read(bytes))]).sort()).toEqual([
      ['a', ['photo']],
      ['b', ['photo', 'ticket']],
    ]);
  });

  test('a share while a form takes in what was there stays for the next', async () => {
    const { shares, drafts, store } = await aPhone();
    await shares.addShare(share('a', 'photo'));
    const [taken] = await shares.listShares();
    await shares.addShare(share('b', 'ticket'));
    await drafts.saveDraft('new', 'typed', taken?.bills, { id: 'key', shares: [whole('a', 'a-0')] });
    expect((await shares.listShares()).map(({ id }) => id)).toEqual(['b']);
    expect((await drafts.loadDraft('new'))?.bills.map(({ bytes }) => read(bytes))).toEqual(['photo']);
    await drafts.removeDraft('new');
    expect(await store.read(['bytes'], (tx) => tx.objectStore('bytes').count())).toBe(1);
  });

  test('two forms that take in one share: the second is told, and nothing of its draft is written', async () => {
    const { shares, drafts } = await aPhone();
    await shares.addShare(share('a', 'photo'));
    const bills = (await shares.listShares())[0]?.bills;
    await drafts.saveDraft('one', 1, bills, { id: 'key1', shares: [whole('a', 'a-0')] });
    await expect(drafts.saveDraft('two', 2, bills, { id: 'key2', shares: [whole('a', 'a-0')] })).rejects.toBeInstanceOf(
      ShareGoneError,
    );
    expect(await drafts.loadDraft('two')).toBeNull();
  });

  test('ID-1, OB-7: it is sealed, another person’s key opens none of it, and signing out leaves it', async () => {
    const { shares, store, others } = await aPhone();
    await shares.addShare(share('a', 'secret photo'));
    await clearFetched(store);
    expect(await (await others('biju@example.com')).listShares()).toEqual([]);
    const rows = await store.read(['shares', 'bytes'], async (tx) => [
      ...(await tx.objectStore('shares').getAll()),
      ...(await tx.objectStore('bytes').getAll()),
    ]);
    for (const { sealed } of rows) expect(new TextDecoder('latin1').decode(sealed)).not.toMatch(/secret|jpg/);
    expect(await shares.listShares()).toHaveLength(1);
  });

  test('bytes that went bad are named as lost', async () => {
    const { shares, store } = await aPhone();
    await shares.addShare(share('a', 'photo'));
    await store.write(['bytes'], (tx) => tx.objectStore('bytes').clear());
    expect(await shares.listShares()).toMatchObject([{ bills: [], leftOut: [{ name: 'a-0.jpg', why: 'lost' }] }]);
  });
});

describe('INB-1 INB-4 INB-5: the inbox by its lines', () => {
  test('INB-1: 200 shares are there in the order of arrival, whatever the clock says', async () => {
    const store = await openPersonStore(ASHA, { factory: new IDBFactory() });
    const key = await createVault(SECRET, ASHA);
    const times = [9_000_000, 5, 5];
    const shares = openShares(store, key, () => times.pop() ?? 5);
    const ids = Array.from({ length: 200 }, (_, n) => `s${199 - n}`);
    for (const id of ids) await shares.addShare(share(id, `photo ${id}`));
    const again = openShares(store, key, () => 0);
    expect((await again.listed()).map(({ id }) => id)).toEqual(ids);
    expect(await countInbox(store)).toBe(200);
    expect(read((await again.listShares(['s7']))[0]?.bills[0]?.bytes)).toBe('photo s7');
  });

  test('INB-3: words and source lie with it; the list has sizes and no bytes', async () => {
    const { shares, store } = await aPhone();
    expect(await shares.addShare({ ...share('a', 'photo'), text: 'Rs 450 paid', source: 'camera' })).toBe(1);
    expect(await shares.addShare({ ...share('b'), text: 'words alone' })).toBe(2);
    expect(await shares.listed()).toMatchObject([
      { id: 'a', text: 'Rs 450 paid', source: 'camera', bills: [{ localId: 'a-0', name: 'a-0.jpg', size: 5 }] },
      { id: 'b', text: 'words alone', source: 'share', bills: [] },
    ]);
    expect(await countInbox(store)).toBe(2);
    expect(read((await shares.billOf('a', 'a-0')) ?? undefined)).toBe('photo');
    expect(await shares.billOf('a', 'b-0')).toBeNull();
  });

  test('INB-5: two bills of three go into one claim, the third into another; the share goes with it', async () => {
    const { shares, drafts, store } = await aPhone();
    await shares.addShare(share('a', 'one', 'two', 'three'));
    const [first] = await shares.listShares();
    await drafts.saveDraft('travel', 1, first?.bills.slice(0, 2), {
      id: 'key1',
      shares: [{ id: 'a', bills: ['a-0', 'a-1'] }],
    });
    const [left] = await shares.listShares();
    expect(left?.bills.map(({ bytes }) => read(bytes))).toEqual(['three']);
    expect(left?.leftOut).toEqual([]);
    await drafts.saveDraft('local', 2, left?.bills, { id: 'key2', shares: [{ id: 'a', bills: ['a-2'] }] });
    expect([await shares.listed(), await countInbox(store)]).toEqual([[], 0]);
    for (const [key, texts] of [
      ['travel', ['one', 'two']],
      ['local', ['three']],
    ] as const)
      expect((await drafts.loadDraft(key))?.bills.map(({ bytes }) => read(bytes))).toEqual(texts);
  });

  test('INB-4: of two tabs that take one bill the second is told, and writes nothing', async () => {
    const { shares, drafts } = await aPhone();
    await shares.addShare(share('a', 'one', 'two'));
    const bills = (await shares.listShares())[0]?.bills;
    await drafts.saveDraft('one', 1, bills?.slice(0, 1), { id: 'key1', shares: [{ id: 'a', bills: ['a-0'] }] });
    for (const taken of [{ id: 'a', bills: ['a-0'] }, whole('a', 'a-0', 'a-1')])
      await expect(drafts.saveDraft('two', 2, bills, { id: 'key2', shares: [taken] })).rejects.toThrow(ShareGoneError);
    expect(await drafts.loadDraft('two')).toBeNull();
    expect((await shares.listed())[0]?.bills.map(({ localId }) => localId)).toEqual(['a-1']);
    await shares.dropShares([whole('a', 'a-1')]);
    expect(await shares.listed()).toEqual([]);
  });

  test('INB-4: a form that is open with the draft as it was takes nothing of it away', async () => {
    const { shares, drafts } = await aPhone();
    await drafts.saveDraft('new', 'typed', [], { id: 'key1', by: 'tab 1' });
    const before = await drafts.loadDraft('new');
    await shares.addShare(share('a', 'photo'));
    const bills = (await shares.listShares())[0]?.bills;
    const insteadOf = { id: before?.id ?? '', by: before?.by, at: before?.at ?? 0 };
    const writer = { id: 'key2', by: 'inbox', shares: [whole('a', 'a-0')], insteadOf };
    await drafts.saveDraft('new', 'typed', bills, writer);
    expect(await drafts.listDrafts()).toHaveLength(1);
    await drafts.saveDraft('new', 'typed on', [], { id: 'key1', by: 'tab 1' });
    expect((await drafts.loadDraft('new'))?.value).toBe('typed on');
    await drafts.removeDraft('new', 'key1');
    const back = await drafts.loadDraft('new');
    expect([back?.id, back?.bills.map(({ bytes }) => read(bytes))]).toEqual(['key2', ['photo']]);
  });

  test('INB-4: what was typed since the draft was read is not overwritten: all is looked at anew', async () => {
    const { shares, drafts } = await aPhone();
    await drafts.saveDraft('new', 'typed', [], { id: 'key1', by: 'tab 1' });
    const before = await drafts.loadDraft('new');
    await shares.addShare(share('a', 'photo'));
    const bills = (await shares.listShares())[0]?.bills;
    await drafts.saveDraft('new', 'typed on', [], { id: 'key1', by: 'tab 1' });
    const insteadOf = { id: before?.id ?? '', by: before?.by, at: before?.at ?? 0 };
    const writer = { id: 'key2', by: 'inbox', shares: [whole('a', 'a-0')], insteadOf };
    await expect(drafts.saveDraft('new', 'typed', bills, writer)).rejects.toThrow(DraftMovedError);
    expect((await drafts.loadDraft('new'))?.value).toBe('typed on');
    expect(await shares.listed()).toHaveLength(1);
  });

  test('INB-6: what the device hands over again after it was taken is not there twice', async () => {
    const { shares } = await aPhone();
    await shares.addShare({ ...share('a', 'photo'), handedOver: true });
    await shares.dropShares([whole('a', 'a-0')]);
    await shares.addShare({ ...share('a', 'photo'), handedOver: true });
    expect(await shares.listed()).toEqual([]);
  });
});

describe('P11: shared while nobody is signed in', () => {
  test('is sealed to the device, is there after a restart, and goes when it is taken', async () => {
    const factory = new IDBFactory();
    const first = await openDeviceShares(() => 5, { factory });
    await first.addShare(share('a', 'secret photo'));
    await first.addShare(share('b', 'ticket'));
    first.close();
    const again = await openDeviceShares(() => 6, { factory });
    expect([
      await again.count(),
      (await again.listShares()).map(({ at, bills }) => [at, bills.map(({ name, bytes }) => [name, read(bytes)])]),
    ]).toEqual([
      2,
      [
        [5, [['a-0.jpg', 'secret photo']]],
        [5, [['b-0.jpg', 'ticket']]],
      ],
    ]);
    await again.dropShares(['a']);
    expect((await again.listShares()).map(({ id }) => id)).toEqual(['b']);
    again.close();
  });

  test('P11 ST-5: as many wait as may, and no more; one that is taken makes room', async () => {
    const shares = await openDeviceShares(() => 5, { factory: new IDBFactory() });
    for (let n = 0; n < MAX_SHARES; n += 1) await shares.addShare(share(`s${n}`, 'photo'));
    await expect(shares.addShare(share('more', 'photo'))).rejects.toThrow(InboxFullError);
    expect((await shares.listShares()).map(({ id }) => id)).toEqual(expect.not.arrayContaining(['more']));
    await shares.dropShares(['s0']);
    await shares.addShare(share('more', 'photo'));
    expect(await shares.count()).toBe(MAX_SHARES);
    shares.close();
  });

  test('P11 ST-5: what nobody asks for goes after 30 days, and only a week after somebody was told of it', async () => {
    const factory = new IDBFactory();
    const day = 86_400_000;
    const at = async (days: number, work: (shares: DeviceShares) => Promise<unknown> = () => Promise.resolve()) => {
      const shares = await openDeviceShares(() => days * day, { factory });
      await shares.dropOver(days * day);
      await work(shares);
      const ids = (await shares.listShares()).map(({ id }) => id);
      shares.close();
      return ids;
    };
    expect(await at(0, (shares) => shares.addShare(share('a', 'photo')))).toEqual(['a']);
    expect(await at(400)).toEqual(['a']);
    expect(await at(401, (shares) => shares.told(401 * day))).toEqual(['a']);
    expect(await at(405, (shares) => shares.told(405 * day))).toEqual(['a']);
    expect(await at(407)).toEqual(['a']);
    expect(await at(407, (shares) => shares.addShare(share('b', 'photo')).then(() => shares.told(407 * day)))).toEqual([
      'a',
      'b',
    ]);
    expect(await at(408)).toEqual(['b']);
    expect(await at(436)).toEqual(['b']);
    expect(await at(437)).toEqual([]);
  });

  test('P17 ST-5: a phone whose clock jumps a month ahead throws nothing away', async () => {
    const factory = new IDBFactory();
    const before = await openDeviceShares(() => 0, { factory });
    await before.addShare(share('a', 'photo'));
    await before.told(0);
    before.close();
    const jumped = await openDeviceShares(() => 40 * 86_400_000, { factory });
    await jumped.dropOver(5_000);
    await jumped.addShare(share('b', 'ticket'));
    expect((await jumped.listShares()).map(({ id }) => id)).toEqual(['a', 'b']);
    jumped.close();
  });

  test('OB-11: a device of the build before opens, its id with it', async () => {
    const factory = new IDBFactory();
    const { DEVICE_STEPS } = await import('#storage/migrations.ts');
    const before = await openDeviceStore({ factory, steps: DEVICE_STEPS.slice(0, 1) });
    const id = await before.deviceId();
    before.close();
    const shares = await openDeviceShares(() => 5, { factory });
    expect(await shares.count()).toBe(0);
    shares.close();
    expect(await (await openDeviceStore({ factory })).deviceId()).toBe(id);
  });
});
