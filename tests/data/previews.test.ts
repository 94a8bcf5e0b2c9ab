import { beforeEach, describe, expect, it } from 'vitest';
import { keptPreview } from '#data/previews.ts';
import { requirePerson } from '#data/person.ts';
import { forget } from '#data/runtime.ts';
import { BUDGET, prefetchPreviews, type PreviewTools, type PrefetchedBill } from '#data/prefetchPreviews.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

const DAY = 86_400_000;
const bill = (n: number, more: Partial<PrefetchedBill> = {}): PrefetchedBill => ({
  fingerPrint: `bill-${n}`,
  size: 300_000,
  type: 'image/jpeg',
  ...more,
});
const bills = (count: number, size?: number): PrefetchedBill[] =>
  Array.from({ length: count }, (_, n) => bill(n, size === undefined ? {} : { size }));

let fetched: string[];
let clock: number;
const tools: PreviewTools = {
  fetch: async (fingerPrint) => {
    fetched.push(fingerPrint);
    return new TextEncoder().encode(`the whole of ${fingerPrint}`).buffer;
  },
  drawing: (type) =>
    type === 'image/heic'
      ? null
      : async (bytes) => new TextEncoder().encode(`small: ${new TextDecoder().decode(bytes)}`).buffer,
  now: () => clock,
  idle: async () => undefined,
};
const shown = async (fingerPrint: string): Promise<string | null> => {
  const bytes = await keptPreview(fingerPrint);
  return bytes && new TextDecoder().decode(bytes);
};

beforeEach(async () => {
  await signInOffline();
  fetched = [];
  clock = (clock ?? Date.parse('2026-11-20T10:00:00Z')) + 2 * DAY;
  // A device that has nothing yet.
  await forget(PERSON);
  await signInOffline();
});

describe('MGR-30: small previews of the bills that wait for a decision', () => {
  it('are made once, of what can be drawn alone, and are there without a network', async () => {
    await prefetchPreviews([bill(1), bill(2, { type: 'image/heic' }), bill(3, { type: 'application/pdf' })], tools);
    await prefetchPreviews([bill(1)], tools);
    expect(fetched).toEqual(['bill-1', 'bill-3']);
    expect([await shown('bill-1'), await shown('bill-2'), await shown('bill-3')]).toEqual([
      'small: the whole of bill-1',
      null,
      'small: the whole of bill-3',
    ]);
  });

  it('lie sealed on the device and are gone with the sign-out (ID-1)', async () => {
    await prefetchPreviews([bill(1)], tools);
    const { store } = await requirePerson();
    const rows = await store.read(['previews'], (tx) => tx.objectStore('previews').getAll());
    expect(rows).toHaveLength(1);
    expect(new TextDecoder().decode(rows[0]?.sealed)).not.toContain('small');
    await forget(PERSON);
    await signInOffline();
    expect(await shown('bill-1')).toBeNull();
  });

  it('cost no more than the budget of a day, in bytes and in requests', async () => {
    await prefetchPreviews(bills(50), tools);
    expect(fetched).toHaveLength(Math.floor(BUDGET.bytes / 300_000));
    clock += DAY / 2;
    await prefetchPreviews(bills(50), tools);
    expect(fetched).toHaveLength(Math.floor(BUDGET.bytes / 300_000));
    clock += DAY;
    fetched = [];
    await prefetchPreviews(bills(BUDGET.requests + 40, 100), tools);
    expect(fetched).toHaveLength(BUDGET.requests);
  });

  it('one that cannot be made costs no other', async () => {
    await prefetchPreviews([bill(1), bill(2)], {
      ...tools,
      drawing: (type) => async (bytes) =>
        new TextDecoder().decode(bytes).endsWith('1')
          ? Promise.reject(new Error('Not decoded.'))
          : (tools.drawing(type)?.(bytes) ?? bytes),
    });
    expect([await shown('bill-1'), await shown('bill-2')]).toEqual([null, 'small: the whole of bill-2']);
  });
});
