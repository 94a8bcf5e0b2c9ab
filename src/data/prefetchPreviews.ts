import { PREVIEW_BYTES } from '#contract/limits.ts';
import { keptDocument } from './documents.ts';
import { requirePerson } from './person.ts';
import { keepPreview, keptPreview, loadPreview } from './previews.ts';

/** What may be fetched ahead in a day (MGR-30). */
export const BUDGET = { bytes: 10_000_000, requests: 200 } as const;
const SPENT = 'previewsSpent';
const DAY_MS = 86_400_000;

export interface PrefetchedBill {
  fingerPrint: string;
}

interface Spent {
  since: number;
  bytes: number;
  requests: number;
}

/** Where small pictures come from; the page's own unless a test brings others. */
export interface PreviewTools {
  fetch: (fingerPrint: string) => Promise<ArrayBuffer>;
  now: () => number;
  /** Until the page has nothing better to do. */
  idle: () => Promise<void>;
}

const idle = (): Promise<void> =>
  new Promise((go) =>
    typeof requestIdleCallback === 'function'
      ? requestIdleCallback(() => go(), { timeout: 2_000 })
      : setTimeout(go, 50),
  );

const PAGE_TOOLS: PreviewTools = {
  fetch: (fingerPrint) => loadPreview(fingerPrint, 'large'),
  now: () => Date.now(),
  idle,
};

/** Charges one request to the day's budget before it is made; false when the budget is used up. */
async function spend(bytes: number, now: number): Promise<boolean> {
  const { store } = await requirePerson();
  return store.write(['meta'], async (tx) => {
    const meta = tx.objectStore('meta');
    const known = (await meta.get(SPENT)) as Spent | undefined;
    const spent =
      known && now - known.since < DAY_MS && now >= known.since ? known : { since: now, bytes: 0, requests: 0 };
    if (spent.bytes + bytes > BUDGET.bytes || spent.requests >= BUDGET.requests) return false;
    await meta.put(
      { since: spent.since, bytes: spent.bytes + bytes, requests: spent.requests + 1 } satisfies Spent,
      SPENT,
    );
    return true;
  });
}

/**
 * Fetches small pictures of these bills where there is nothing of them yet, one after the other while nothing else is
 * to do. A bill without one shows its icon.
 */
export async function prefetchPreviews(
  bills: readonly PrefetchedBill[],
  tools: PreviewTools = PAGE_TOOLS,
): Promise<void> {
  for (const { fingerPrint } of bills) {
    if ((await keptPreview(fingerPrint)) ?? (await keptDocument(fingerPrint))) continue;
    await tools.idle();
    try {
      if (await spend(PREVIEW_BYTES.large, tools.now()))
        await keepPreview(fingerPrint, await tools.fetch(fingerPrint), tools.now());
    } catch {
      // Not this one; without a network none, and they are tried again at the next warming.
    }
  }
}
