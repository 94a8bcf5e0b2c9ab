import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { openDrafts } from '#outbox/drafts.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { PERSON_STEPS } from '#storage/migrations.ts';
import { dropConfirmedBills, CONFIRMED_STORES } from '#storage/confirmed.ts';
import { seal, cipherOf } from '#storage/vault.ts';
import { createVault } from '#tests/support/vault.ts';
import { contentOf } from '#outbox/storedEntry.ts';
import { openOutbox } from '#outbox/outbox.ts';
import { anEntry } from '#tests/support/entries.ts';
import { fakeCipher } from '#tests/support/fakeCipher.ts';
import { sha } from '#tests/support/fakeServer.ts';
import { aBill, aClaim, ASHA, aPhone, type Phone } from '#tests/support/phone.ts';

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const hashOf = (text: string): string => sha(new TextEncoder().encode(text));
const read = (bytes?: ArrayBuffer): string => new TextDecoder().decode(bytes);
async function bytesOn({ world }: Phone): Promise<string[]> {
  const store = await world.disk(ASHA);
  const keys = await store.read(['bytes'], (tx) => tx.objectStore('bytes').getAllKeys());
  store.close();
  return keys.sort();
}
const all = (...texts: string[]): string[] => texts.map(hashOf).sort();

test('P8: a photo made smaller between two saves of the draft is the one that comes back', async () => {
  const store = await openPersonStore(ASHA, { factory: new IDBFactory() });
  const drafts = openDrafts(store, await createVault(SECRET, ASHA), () => 1);
  await drafts.saveDraft('new', 1, [aBill('as it was taken', 'b1')]);
  await drafts.saveDraft('new', 2, [aBill('smaller', 'b1')]);
  const back = await drafts.loadDraft('new');
  expect([back?.value, back?.bills.map(({ bytes }) => read(bytes))]).toEqual([2, ['smaller']]);
  expect(await store.read(['bytes'], (tx) => tx.objectStore('bytes').count())).toBe(1);
  store.close();
});

test('P8: bytes lie on the phone once, however many need them, and go with the last that does', async () => {
  const phone = await aPhone();
  const { tab, run } = phone;
  await run(tab.drafts.saveDraft('one', 1, [aBill('photo', 'b1')]));
  await run(tab.drafts.saveDraft('two', 2, [aBill('photo', 'b7'), aBill('other', 'b8')]));
  const first = await run(tab.outbox.enqueue(aClaim('Taxi', { draft: 'one' }), [aBill('photo', 'b1')]));
  const second = await run(tab.outbox.enqueue(aClaim('Tram'), [aBill('photo', 'b1')]));
  expect(await bytesOn(phone)).toEqual(all('photo', 'other'));
  await run(tab.drafts.removeDraft('two'));
  await run(tab.outbox.discard(first.id));
  expect(read((await run(tab.outbox.bill(second.id, 'b1')))?.bytes)).toBe('photo');
  await run(tab.outbox.discard(second.id));
  expect(await bytesOn(phone)).toEqual([]);
});

test('P8 ST-1: bills of what was sent make room, but not those that something unsent names too', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo', 'b1'), aBill('only the taxi', 'b2')]));
  await run(tab.outbox.drain());
  await run(tab.outbox.enqueue(aClaim('Tram'), [aBill('photo', 'b1')]));
  const disk = await world.disk(ASHA);
  await disk.write([...CONFIRMED_STORES], dropConfirmedBills);
  disk.close();
  expect(await bytesOn(phone)).toEqual(all('photo'));
  await run(tab.outbox.drain());
  expect(world.server.effects.map(({ text, bills }) => [text, bills.length])).toEqual([
    ['Taxi', 2],
    ['Tram', 1],
  ]);
});

test('P8: a bill that is changed in an entry takes its old bytes with it, not those of others', async () => {
  const phone = await aPhone();
  const { tab, run } = phone;
  const first = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
  await run(tab.outbox.enqueue(aClaim('Tram'), [aBill('another')]));
  await run(tab.outbox.revise(first.id, aClaim('Taxi'), [aBill('another')]));
  expect(await bytesOn(phone)).toEqual(all('another'));
  expect(read((await run(tab.outbox.bill(first.id, 'b1')))?.bytes)).toBe('another');
});

test('P8, C1: bytes that went bad while they lay with a draft are stored again from the form', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  await run(tab.drafts.saveDraft('new', 1, [aBill('photo')]));
  const disk = await world.disk(ASHA);
  await disk.write(['bytes'], (tx) =>
    tx.objectStore('bytes').put({ hash: hashOf('photo'), sealed: new ArrayBuffer(30) }),
  );
  disk.close();
  await run(tab.outbox.enqueue(aClaim('Taxi', { draft: 'new' }), [aBill('photo')]));
  await run(tab.outbox.drain());
  expect(world.server.effects.map(({ bills }) => bills)).toEqual([[hashOf('photo')]]);
});

test('P8: bytes are checked when they are read, for the screen too', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  const entry = await run(tab.outbox.enqueue(aClaim('Taxi'), [aBill('photo')]));
  const disk = await world.disk(ASHA);
  const sealed = await fakeCipher(ASHA).seal(new TextEncoder().encode('of somebody else'), `bytes/${hashOf('photo')}`);
  await disk.write(['bytes'], (tx) => tx.objectStore('bytes').put({ hash: hashOf('photo'), sealed }));
  disk.close();
  expect(await run(tab.outbox.bill(entry.id, 'b1'))).toBeNull();
});

/** What the build before left: bytes in rows of `blobs`, by entry and by draft; a draft without a key. */
async function storeOfTheBuildBefore(factory: IDBFactory): Promise<void> {
  const cipher = cipherOf(await createVault(SECRET, ASHA));
  const store: PersonStore = await openPersonStore(ASHA, { factory, steps: PERSON_STEPS.slice(0, 1) });
  const bill = { localId: 'b1', hash: hashOf('photo'), name: 'b1.jpg', type: 'image/jpeg', size: 5 };
  const { id, seq, v, state, retryAt, ...content } = anEntry({
    id: 'a-key-of-22-characters',
    seq: 1,
    owner: ASHA,
    body: { remarks: 'Taxi' },
    bills: [bill],
    maybeSent: false,
  });
  const sealed = await seal(cipher, contentOf({ id, seq, v, state, retryAt, ...content }), `outbox/${id}`);
  const draft = await seal(
    cipher,
    { value: 'typed', bills: [{ localId: 'b1', name: 'b1.jpg', type: 'image/jpeg' }] },
    'drafts/new',
  );
  const blobs = [
    { owner: id, localId: 'b1' },
    { owner: 'draft:new', localId: 'b1' },
  ];
  const bytes = await Promise.all(
    blobs.map(({ owner, localId }) => cipher.seal(new TextEncoder().encode('photo'), `blobs/${owner}/${localId}`)),
  );
  await store.write(['outbox', 'blobs', 'drafts', 'meta'], async (tx) => {
    await tx.objectStore('meta').put({ rev: 1, seq: 1, sent: 0 }, 'outbox');
    await tx
      .objectStore('outbox')
      .put({ id, seq, v, rev: 1, state: 'waiting', retryAt: 0, keys: [`new:${id}`], sealed });
    await tx.objectStore('drafts').put({ key: 'new', v: 1, at: 1, sealed: draft });
    for (const [i, blob] of blobs.entries()) await tx.objectStore('blobs').put({ ...blob, sealed: bytes[i]! });
  });
  store.close();
}

test('P8, OB-11: entries and drafts of the build before open with their bills, are changed, and are sent', async () => {
  const factory = new IDBFactory();
  await storeOfTheBuildBefore(factory);
  const store = await openPersonStore(ASHA, { factory });
  const vault = await createVault(SECRET, ASHA);
  const drafts = openDrafts(store, vault, () => 2);
  const draft = await drafts.loadDraft('new');
  expect([draft?.value, draft?.bills.map(({ bytes }) => read(bytes)), draft?.id]).toEqual([
    'typed',
    ['photo'],
    expect.stringMatching(/^[\w-]{22}$/),
  ]);
  await drafts.saveDraft('new', 'typed on', draft?.bills, { id: draft?.id });
  expect((await drafts.loadDraft('new'))?.bills.map(({ bytes }) => read(bytes))).toEqual(['photo']);

  const uploads: string[] = [];
  const fetched: typeof fetch = async (_, init) => {
    if (init?.body instanceof FormData) uploads.push(await (init.body.get('file') as File).text());
    throw new TypeError('no network');
  };
  const env = {
    now: () => 5,
    random: () => 0.5,
    newId: () => 'a-second-key-of-22-cha',
    token: () => Promise.resolve('token'),
    fetch: fetched,
    lock: async (_: string, run: (alone: boolean) => Promise<void>) => (await run(true), true),
    hash: (bytes: ArrayBuffer) => Promise.resolve(sha(new Uint8Array(bytes))),
  };
  const outbox = openOutbox({ store, vault, env });
  const [entry] = await outbox.list();
  expect(read((await outbox.bill(entry?.id ?? '', 'b1'))?.bytes)).toBe('photo');
  await outbox.revise(entry?.id ?? '', aClaim('Taxi home'));
  expect(read((await outbox.bill(entry?.id ?? '', 'b1'))?.bytes)).toBe('photo');
  await outbox.drain();
  expect(uploads).toEqual(['photo']);
  await outbox.discard(entry?.id ?? '');
  await drafts.removeDraft('new');
  expect(
    await store.read(['blobs', 'bytes'], async (tx) => [
      await tx.objectStore('blobs').count(),
      await tx.objectStore('bytes').count(),
    ]),
  ).toEqual([0, 0]);
  outbox.close();
  store.close();
});
