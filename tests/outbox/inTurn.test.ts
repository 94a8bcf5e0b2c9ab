import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { aClaim, aPhone } from '#tests/support/phone.ts';

const AT_ONCE = 25;

test('OB-1 what is saved faster than the disk commits takes one write each, and sending gets its turn', async () => {
  let writes = 0;
  const { world, tab, run } = await aPhone(true, {
    store: (store) => ({
      ...store,
      write: (stores, work) => ((writes += stores.includes('outbox') ? 1 : 0), store.write(stores, work)),
    }),
  });
  await run(tab.outbox.enqueue(aClaim('first')));
  writes = 0;
  const sent = tab.outbox.drain();
  const saved = Array.from({ length: AT_ONCE }, (_, n) => tab.outbox.enqueue(aClaim(`t${n}.0`)));
  await run(Promise.all([sent, ...saved]));
  // Each is saved, taken and settled at most once; whatever is written twice was overtaken.
  expect(writes).toBeLessThanOrEqual(2 * (AT_ONCE + 1) + AT_ONCE);
  expect(world.server.effects.map(({ text }) => text)).toContain('first');
  const entries = await run(tab.outbox.list());
  expect(entries.map(({ body }) => JSON.stringify(body))).toHaveLength(AT_ONCE + 1);
});

test('OB-1 a tap on Submit waits for one transaction of the disk, whatever has been archived', async () => {
  let transactions: string[] = [];
  const { tab, run } = await aPhone(true, {
    store: (store) => ({
      ...store,
      read: (stores, work) => (transactions.push('read'), store.read(stores, work)),
      write: (stores, work) => (transactions.push('write'), store.write(stores, work)),
    }),
  });
  await run(tab.outbox.enqueue(aClaim('first')));
  transactions = [];
  await run(tab.outbox.enqueue(aClaim('second', { id: 'minted with the form' })));
  expect(transactions).toEqual(['write']);
});
