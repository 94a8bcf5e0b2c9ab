import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { openPersonStore, type PersonStore } from '#storage/open.ts';
import { openReads } from '#storage/reads.ts';
import { openRows } from '#storage/rows.ts';
import { createVault } from '#tests/support/vault.ts';
import { room } from '#storage/durability.ts';

const SECRET = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const vaultOf = (email: string): Promise<CryptoKey> => createVault(SECRET, email);
const aStore = (): Promise<PersonStore> => openPersonStore('asha@example.com', { factory: new IDBFactory() });
const rowsOf = (from: number, count: number, note = ''): { id: string; row: unknown }[] =>
  Array.from({ length: count }, (_, i) => ({ id: `EXP${from + i}`, row: { expenseId: `EXP${from + i}`, note } }));

test('a read is kept with its time, sealed, and dropped', async () => {
  const store = await aStore();
  const reads = openReads(store, await vaultOf('asha@example.com'));
  await reads.putRead('list', { rows: ['Taxi 450'] }, 77);
  expect(await reads.getRead('list')).toEqual({ value: { rows: ['Taxi 450'] }, at: 77 });
  const [kept] = await store.read(['reads'], (tx) => tx.objectStore('reads').getAll());
  expect(new TextDecoder().decode(kept?.sealed)).not.toContain('Taxi');
  await reads.dropReads();
  expect(await reads.getRead('list')).toBeNull();
});

test('ID-1: a read sealed with another key is as if it were not there', async () => {
  const store = await aStore();
  await openReads(store, await vaultOf('asha@example.com')).putRead('list', 1, 1);
  expect(await openReads(store, await vaultOf('biju@example.com')).getRead('list')).toBeNull();
});

test('a thousand rows are sealed in a few parts and written in one transaction', async () => {
  const store = await aStore();
  let writes = 0;
  const counted: PersonStore = { ...store, write: (stores, work) => ((writes += 1), store.write(stores, work)) };
  const rows = openRows(counted, await vaultOf('asha@example.com'));
  await rows.putRows('localExpense', rowsOf(0, 1_000), 5);
  expect(writes).toBe(1);
  expect(await store.read(['rows'], (tx) => tx.objectStore('rows').count())).toBe(5);
  const all = await rows.allRows('localExpense');
  expect(all).toHaveLength(1_000);
  expect(all[999]).toEqual({ id: 'EXP999', row: { expenseId: 'EXP999', note: '' }, asOf: 5 });
});

test('a newer answer of the same source takes its place; of another source its newer copies win', async () => {
  const rows = openRows(await aStore(), await vaultOf('asha@example.com'));
  await rows.putRows('localExpense', rowsOf(0, 450), 1, 'first');
  await rows.putRows('localExpense', rowsOf(0, 10), 2, 'first');
  expect(await rows.allRows('localExpense')).toHaveLength(10);
  await rows.putRows('localExpense', rowsOf(5, 10, 'newer'), 3, 'second');
  const all = await rows.allRows<{ note: string }>('localExpense');
  expect(all).toHaveLength(15);
  expect(all.filter(({ row }) => row.note === 'newer').map(({ asOf }) => asOf)).toEqual(
    Array.from({ length: 10 }, () => 3),
  );
  await rows.putRows('localExpense', rowsOf(5, 1, 'older'), 0, 'third');
  expect((await rows.allRows<{ note: string }>('localExpense')).filter(({ row }) => row.note === 'older')).toEqual([]);
});

test('kinds are kept apart, and dropped apart or together', async () => {
  const rows = openRows(await aStore(), await vaultOf('asha@example.com'));
  await rows.putRows('trip', rowsOf(0, 3), 1);
  await rows.putRows('localExpense', rowsOf(0, 2), 1);
  await rows.dropRows('trip');
  expect([(await rows.allRows('trip')).length, (await rows.allRows('localExpense')).length]).toEqual([0, 2]);
  await rows.dropRows();
  expect(await rows.allRows('localExpense')).toEqual([]);
});

test('ST-1: where the browser cannot tell about its storage, nothing breaks', async () => {
  expect(await room()).toBeNull();
});
