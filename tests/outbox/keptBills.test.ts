import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDrafts } from '#outbox/drafts.ts';
import type { BillInput } from '#outbox/entry.ts';
import { openOutbox } from '#outbox/outbox.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { fakeCipher } from '#tests/support/fakeCipher.ts';
import { sha } from '#tests/support/fakeServer.ts';
import { aBill, aClaim, ASHA, aPhone, BIJU, type Phone } from '#tests/support/phone.ts';

const hashOf = (text: string): string => sha(new TextEncoder().encode(text));
/** A bill as a form hands it over: hashed when it was chosen. */
const chosen = (text: string, localId = 'b1'): BillInput & { bytes: ArrayBuffer } => ({
  ...aBill(text, localId),
  hash: hashOf(text),
});
const REF = { key: 'new', id: 'a-key-of-22-characters' };
const claim = (remarks: string, ref = REF) => aClaim(remarks, { id: ref.id, draft: ref });
const save = ({ tab }: Phone, bills: readonly (BillInput & { bytes: ArrayBuffer })[], { key, id } = REF) =>
  tab.drafts.saveDraft(key, 'typed', bills, { id });

/** Does something to the disk behind everybody's back. */
async function behind(phone: Phone, work: (disk: PersonStore) => Promise<unknown>, person = ASHA): Promise<void> {
  const disk = await phone.world.disk(person);
  await work(disk);
  disk.close();
}
const damage = (phone: Phone, text: string): Promise<void> =>
  behind(phone, (disk) =>
    disk.write(['bytes'], (tx) => tx.objectStore('bytes').put({ hash: hashOf(text), sealed: new ArrayBuffer(30) })),
  );
async function hashesOn(phone: Phone): Promise<string[]> {
  let hashes: string[] = [];
  await behind(phone, async (disk) => {
    hashes = await disk.read(['bytes'], (tx) => tx.objectStore('bytes').getAllKeys());
  });
  return hashes.sort();
}
const all = (...texts: string[]): string[] => texts.map(hashOf).sort();
const sentBills = ({ world }: Phone): string[][] => world.server.effects.map(({ bills }) => bills);

test('C1: bytes that were read back for a draft are not touched when it is submitted', async () => {
  const store = await openPersonStore(ASHA);
  const done: string[] = [];
  const plain = fakeCipher(ASHA);
  const cipher = {
    seal: (bytes: Uint8Array<ArrayBuffer> | ArrayBuffer, context: string) => {
      done.push(`seal ${context.split('/')[0]}`);
      return plain.seal(bytes, context);
    },
    unseal: plain.unseal,
  };
  const watched: PersonStore = {
    ...store,
    read: (stores, work) => (done.push(`read ${stores.join()}`), store.read(stores, work)),
    write: (stores, work) =>
      store.write(stores, async (tx) => {
        const before = await tx.objectStore('blobs').getAll();
        const result = await work(tx);
        done.push(`write, ${(await tx.objectStore('blobs').getAll()).length - before.length} names more`);
        return result;
      }),
  };
  const hash = (bytes: ArrayBuffer): Promise<string> => {
    done.push('hash');
    return Promise.resolve(sha(new Uint8Array(bytes)));
  };
  const drafts = openDrafts(watched, cipher, () => 1, hash);
  await drafts.saveDraft(REF.key, 'typed', [chosen('photo')], { id: REF.id });
  expect(done).toContain('hash');
  expect(done).toContain('seal bytes');
  const outbox = openOutbox({
    store: watched,
    vault: cipher,
    env: {
      now: () => 5,
      random: () => 0.5,
      newId: () => 'a-second-key-of-22-cha',
      token: () => Promise.resolve(null),
      fetch: () => Promise.reject(new TypeError('no network')),
      lock: async (_: string, run: (alone: boolean) => Promise<void>) => (await run(true), true),
      hash,
    },
  });
  done.length = 0;
  const entry = await outbox.enqueue(claim('Taxi'), [chosen('photo')]);
  // The entry's name for the bytes comes, the draft's goes: in one transaction, which seals the entry alone.
  expect(done.filter((what) => !what.startsWith('read'))).toEqual(['seal outbox', 'write, 0 names more']);
  expect(done.filter((what) => what.includes('bytes'))).toEqual([]);
  expect(await drafts.loadDraft(REF.key)).toBeNull();
  expect(new TextDecoder().decode((await outbox.bill(entry.id, 'b1'))?.bytes)).toBe('photo');
  outbox.close();
  store.close();
});

test('C1: what did not reach the disk whole when the draft was saved is written again then', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  world.tornWrites = 1;
  await run(save(phone, [chosen('photo')]));
  expect(world.everTorn).toBe(true);
  expect((await run(tab.drafts.loadDraft(REF.key)))?.bills).toHaveLength(1);
  await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo')]));
  await run(tab.outbox.drain());
  expect(sentBills(phone)).toEqual([all('photo')]);
});

test('C1: bytes that never came back whole for the draft are read back by the submit', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  world.tornWrites = 1;
  world.lostBytes = 2;
  await run(save(phone, [chosen('photo')]));
  await damage(phone, 'photo');
  await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo')]));
  await run(tab.outbox.drain());
  expect(sentBills(phone)).toEqual([all('photo')]);
});

test('C1, P8: a submit without a draft on the disk, or with one thrown away, brings the bytes', async () => {
  const phone = await aPhone();
  const { tab, run } = phone;
  await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo')]));
  const other = { key: 'new', id: 'another-key-22-letters' };
  await run(save(phone, [chosen('ticket')], other));
  await run(tab.drafts.removeDraft('new'));
  expect(await hashesOn(phone)).toEqual(all('photo'));
  await run(tab.outbox.enqueue(claim('Tram', other), [chosen('ticket')]));
  await run(tab.outbox.drain());
  expect(sentBills(phone)).toEqual([all('photo'), all('ticket')]);
});

test('X29: bytes that go bad after capture ask for that bill alone; attached again, it goes out', async () => {
  const phone = await aPhone();
  const { tab, run } = phone;
  await run(save(phone, [chosen('photo'), chosen('ticket', 'b2')]));
  await damage(phone, 'photo');
  const entry = await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo'), chosen('ticket', 'b2')]));
  await run(tab.outbox.drain());
  const [asks] = await run(tab.outbox.list());
  expect([asks?.state, asks?.refusal?.code, asks?.refusal?.bill, asks?.body, asks?.bills.length]).toEqual([
    'needsYou',
    'BILL_LOST',
    'b1',
    { remarks: 'Taxi' },
    2,
  ]);
  expect(asks?.refusal?.message).toBe(
    'The phone lost the photo of this bill. Everything else is safe. Attach the bill for Taxi again.',
  );
  // The very same file: what lies under its hash is bad, and says that it was read back.
  const form = { key: 'entry', id: 'key-of-the-second-form' };
  const again = [chosen('photo'), chosen('ticket', 'b2')];
  await run(save(phone, again, form));
  await run(tab.outbox.revise(entry.id, claim('Taxi', form), again));
  await run(tab.outbox.drain());
  expect(sentBills(phone)).toEqual([[hashOf('photo'), hashOf('ticket')]]);
});

test('P8: bytes that a draft and two entries name go with the last of them', async () => {
  const phone = await aPhone();
  const { tab, run } = phone;
  const [second, third] = [
    { key: 'second', id: 'key-of-the-second-form' },
    { key: 'third', id: 'key-of-the-third-form-' },
  ];
  for (const ref of [REF, second, third]) await run(save(phone, [chosen('photo')], ref));
  const one = await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo')]));
  const two = await run(tab.outbox.enqueue(claim('Tram', second), [chosen('photo')]));
  for (const letGo of [() => tab.outbox.discard(one.id), () => tab.drafts.removeDraft('third')]) {
    await run(letGo());
    expect(await hashesOn(phone)).toEqual(all('photo'));
  }
  expect(new TextDecoder().decode((await run(tab.outbox.bill(two.id, 'b1')))?.bytes)).toBe('photo');
  await run(tab.outbox.discard(two.id));
  expect(await hashesOn(phone)).toEqual([]);
});

test('ID-1: bytes that another person sealed are not sent, whoever is said to have read them back', async () => {
  const phone = await aPhone();
  const { world, tab, run } = phone;
  const sealed = await fakeCipher(BIJU).seal(new TextEncoder().encode('photo'), `bytes/${hashOf('photo')}`);
  await behind(phone, (disk) =>
    disk.write(['blobs', 'bytes'], async (tx) => {
      await tx.objectStore('bytes').put({ hash: hashOf('photo'), sealed });
      await tx
        .objectStore('blobs')
        .put({ owner: `draft:${REF.key}`, localId: 'b1', hash: hashOf('photo'), verified: true });
    }),
  );
  await run(tab.outbox.enqueue(claim('Taxi'), [chosen('photo')]));
  await run(tab.outbox.drain());
  expect(world.server.effects).toEqual([]);
  expect((await run(tab.outbox.list()))[0]?.refusal?.code).toBe('BILL_LOST');
});
