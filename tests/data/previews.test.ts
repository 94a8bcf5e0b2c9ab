import { beforeEach, describe, expect, it } from 'vitest';
import { PREVIEW_BYTES } from '#contract/limits.ts';
import { keptPreview } from '#data/previews.ts';
import { requirePerson } from '#data/person.ts';
import { forget } from '#data/runtime.ts';
import { BUDGET, prefetchPreviews, type PreviewTools, type PrefetchedBill } from '#data/prefetchPreviews.ts';
import { PERSON, signInOffline } from '#tests/support/screen.tsx';

const DAY = 86_400_000;
const bill = (n: number): PrefetchedBill => ({ fingerPrint: `bill-${n}` });
const bills = (count: number): PrefetchedBill[] => Array.from({ length: count }, (_, n) => bill(n));

let fetched: string[];
let clock: number;
const tools: PreviewTools = {
  fetch: async (fingerPrint) => {
    fetched.push(fingerPrint);
    return new TextEncoder().encode(`small: ${fingerPrint}`).buffer;
  },
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
  it('are fetched once, and are there without a network', async () => {
    await prefetchPreviews([bill(1), bill(2)], tools);
    await prefetchPreviews([bill(1)], tools);
    expect(fetched).toEqual(['bill-1', 'bill-2']);
    expect([await shown('bill-1'), await shown('bill-2'), await shown('bill-3')]).toEqual([
      'small: bill-1',
      'small: bill-2',
      null,
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
    const most = Math.min(BUDGET.requests, Math.floor(BUDGET.bytes / PREVIEW_BYTES.large));
    await prefetchPreviews(bills(most + 20), tools);
    expect(fetched).toHaveLength(most);
    clock += DAY / 2;
    await prefetchPreviews(bills(most + 20), tools);
    expect(fetched).toHaveLength(most);
    clock += DAY;
    await prefetchPreviews(bills(most + 20), tools);
    expect(fetched.length).toBeGreaterThanOrEqual(most + 20);
  });

  it('DOC-16 one that the server has not costs no other', async () => {
    await prefetchPreviews([bill(1), bill(2)], {
      ...tools,
      fetch: (fingerPrint) => (fingerPrint === 'bill-1' ? Promise.reject(new Error('404')) : tools.fetch(fingerPrint)),
    });
    expect([await shown('bill-1'), await shown('bill-2')]).toEqual([null, 'small: bill-2']);
  });
});
