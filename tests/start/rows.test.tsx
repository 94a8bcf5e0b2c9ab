import { cleanup } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { keepRows } from '#data/readCache.ts';
import { controlOf, tapOn, type Tap } from '#start/taps.ts';
import { draw, treeOf } from '#start/tree.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { FINANCE, forFinance, openReview, TABLES } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';

afterEach(cleanup);

const approveIn = (root: ParentNode): Element =>
  root.querySelector('[aria-label="Approve EXP1"]') ?? expect.fail('no button');

/** The table of who decides, as it stands with this claim in it. */
async function tableOf(more: Partial<LocalExpense>): Promise<HTMLElement> {
  cleanup();
  await signInOffline(FINANCE);
  const row = aLocalExpense({ ...forFinance(), expenseId: 'EXP1', version: 3, ...more });
  await keepRows('searchLocalExpenses', [row], Date.now(), 'test');
  await openReview(TABLES.local);
  await vi.waitFor(() => approveIn(document.body), 30_000);
  return document.body;
}

/** A tap on the picture of that table. */
async function tapOnPicture(more: Partial<LocalExpense>): Promise<Tap> {
  const picture = document.createElement('div');
  picture.append(draw(JSON.parse(JSON.stringify(treeOf(await tableOf(more)))) as ReturnType<typeof treeOf>, document));
  return tapOn(approveIn(picture)) ?? expect.fail('no tap');
}

describe('P22: a tap on the picture of a row that is decided in place', () => {
  it('decides the claim as it was shown', async () => {
    const tap = await tapOnPicture({});
    const table = await tableOf({});
    expect(controlOf(tap, table)).toBe(approveIn(table));
  });

  it.each<[string, Partial<LocalExpense>]>([
    ['was changed where the row does not show it', { version: 4 }],
    ['asks for another amount', { claimAmount: 5_000 }],
  ])('decides nothing when the claim %s', async (_what, change) => {
    const tap = await tapOnPicture({});
    expect(controlOf(tap, await tableOf(change))).toBeNull();
  });
});
