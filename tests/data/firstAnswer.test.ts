import { hashKey, type QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { addressOf } from '#data/http.ts';
import { createQueryClient } from '#data/queryClient.ts';
import { listOptions } from '#data/query.ts';
import { keepAnswer, storedAnswer } from '#data/readCache.ts';
import { readToken } from '#start/cookies.ts';
import { personHash } from '#storage/person.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

/**
 * The first list of a start: the start script has asked the server for it, and the device may have kept it. Shown is
 * whichever is there first.
 */

const INPUT = { list: { filters: { USER_EMAIL: [PERSON.email] } } };
const list = () => listOptions(searchLocalExpenses, INPUT);
const NEW = aLocalExpense({ remarks: 'From the server' });
const OLD = aLocalExpense({ remarks: 'From the device' });

let client: QueryClient;
let options: ReturnType<typeof list>;
let hash: string;
let release: (() => void) | undefined;
beforeEach(async () => {
  await signInOffline();
  options = list();
  hash = hashKey(options.queryKey);
  client = createQueryClient();
});
afterEach(() => {
  release?.();
  delete window.kharchaStart;
  client.clear();
});

const answered = (): Response =>
  Response.json({ success: true, data: { results: { content: [NEW], totalElements: 1 } } });
const startWith = (answer: Promise<Response | null>): void => {
  window.kharchaStart = { url: addressOf(searchLocalExpenses, INPUT), token: readToken() ?? '', answer };
};
const remarks = (): (string | null)[] | undefined =>
  client.getQueryData(options.queryKey)?.rows.map((row) => row.remarks);

/** Lets nobody read what is kept of answers, as a device that has not opened its store yet. */
async function holdStore(): Promise<void> {
  const name = `kharcha-${await personHash(PERSON.email)}`;
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
  });
  let held = true;
  const store = db.transaction(['reads'], 'readwrite').objectStore('reads');
  const again = (): void => {
    if (held) store.get('').onsuccess = again;
    else db.close();
  };
  again();
  release = () => {
    held = false;
  };
}

test('shows what the server answered while the device is still opening its store', async () => {
  await holdStore();
  startWith(Promise.resolve(answered()));
  await client.fetchQuery(options);
  expect(client.getQueryData(options.queryKey)).toMatchObject({ from: 'network', total: 1 });
  expect(remarks()).toEqual(['From the server']);
});

test('shows what the device has kept while the server has not answered, then its answer, asked for once', async () => {
  await keepAnswer(hash, { rows: [OLD], total: 1, asOf: 5, from: 'network' }, 5);
  const fetched = vi.spyOn(globalThis, 'fetch');
  let answerNow: (response: Response) => void = () => undefined;
  startWith(new Promise((resolve) => (answerNow = resolve)));
  await client.fetchQuery(options);
  expect(client.getQueryData(options.queryKey)).toMatchObject({ from: 'stored', asOf: 5 });
  expect(remarks()).toEqual(['From the device']);
  answerNow(answered());
  await client.refetchQueries({ queryKey: options.queryKey });
  expect(remarks()).toEqual(['From the server']);
  expect(fetched).not.toHaveBeenCalled();
  await vi.waitFor(async () =>
    expect((await storedAnswer<{ rows: unknown[] }>(hash))?.data.rows).toMatchObject([{ remarks: 'From the server' }]),
  );
});

test('shows what the device has kept where the server did not answer, however early that is known', async () => {
  await keepAnswer(hash, { rows: [OLD], total: 1, asOf: 5, from: 'network' }, 5);
  startWith(Promise.resolve(null));
  await client.fetchQuery(options);
  expect(client.getQueryData(options.queryKey)).toMatchObject({ from: 'stored' });
});
