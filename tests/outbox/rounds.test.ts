import 'fake-indexeddb/auto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDrafts, type Drafts } from '#outbox/drafts.ts';
import { openOutbox, type Outbox } from '#outbox/outbox.ts';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { fakeCipher } from '#tests/support/fakeCipher.ts';
import { sha } from '#tests/support/fakeServer.ts';
import { aBill, aClaim, ASHA } from '#tests/support/phone.ts';
import { roundsOf } from '#tests/support/rounds.ts';

const hash = (bytes: ArrayBuffer): Promise<string> => Promise.resolve(sha(new Uint8Array(bytes)));
let keys = 0;
const newId = (): string => `a-key-of-22-letters-${String((keys += 1)).padStart(2, '0')}`;
let store: PersonStore;
let drafts: Drafts;
let outbox: Outbox;

beforeAll(async () => {
  store = await openPersonStore(ASHA);
  const cipher = fakeCipher(ASHA);
  drafts = openDrafts(store, cipher, () => 1, hash);
  outbox = openOutbox({
    store,
    vault: cipher,
    env: {
      now: () => 5,
      random: () => 0.5,
      newId,
      token: () => Promise.resolve(null),
      fetch: () => Promise.reject(new TypeError('no network')),
      lock: async (_: string, run: (alone: boolean) => Promise<void>) => (await run(true), true),
      hash,
    },
  });
  await outbox.list();
});
afterAll(() => {
  outbox.close();
  store.close();
});

test.each([0, 1, 5])('C1: a form with %i bills is saved by two rounds of the disk', async (count) => {
  // The disk answers to the page, behind what is being drawn there: each round is felt by who waits for 'saved'.
  const bills = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const bill = aBill(`photo ${count} ${n}`, `b${n}`);
      return { ...bill, hash: await hash(bill.bytes) };
    }),
  );
  const ref = { key: `form ${count}`, id: newId() };
  await drafts.saveDraft(ref.key, 'typed', bills, { id: ref.id });
  const claim = aClaim('Taxi', { id: ref.id, draft: ref });
  expect(await roundsOf(() => outbox.enqueue(claim, bills))).toBe(2);
  expect((await outbox.list()).find(({ id }) => id === ref.id)?.bills).toHaveLength(count);
  expect(await drafts.loadDraft(ref.key)).toBeNull();
});
