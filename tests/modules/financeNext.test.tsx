import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { outbox } from '#data/entries.ts';
import { online } from '#data/online.ts';
import { keepRows } from '#data/readCache.ts';
import { aLocalExpense } from '#tests/support/claims.ts';
import { FINANCE, forFinance, openReview, TABLES } from '#tests/support/reviews.tsx';
import { signInOffline } from '#tests/support/screen.tsx';

const row = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id},`) });
const entries = async () =>
  (await (await outbox()).list()).map(({ endpoint, record }) => ({ endpoint, id: record.id }));

it('FIN-15: the next row is there before the decision is stored, and a row that cannot be stays', async () => {
  const user = userEvent.setup();
  await signInOffline(FINANCE);
  await keepRows(
    'searchLocalExpenses',
    [
      aLocalExpense({ ...forFinance(), expenseId: 'EXP1', creationDate: 9 }),
      aLocalExpense({ ...forFinance(), expenseId: 'EXP2', creationDate: 8 }),
    ],
    Date.now(),
    'test',
  );
  await openReview(TABLES.local);
  await row('EXP1');
  globalThis.fetch = () => new Promise(() => undefined);
  online.sawAnswer();
  await user.keyboard('{ArrowDown}');
  const begin = IDBDatabase.prototype.transaction;
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...[stores, mode, options]
  ) {
    if (mode === 'readwrite') throw new DOMException('no room', 'QuotaExceededError');
    return begin.call(this, stores, mode, options);
  });
  const [first, second] = [await row('EXP1'), await row('EXP2')];
  fireEvent.keyDown(first, { key: 'a' });
  expect(second).toHaveFocus();
  expect(first).toBeInTheDocument();
  expect(await screen.findByText(/The decision on EXP1 is not saved/)).toBeInTheDocument();
  broken.mockRestore();
  expect(await entries()).toEqual([]);
  await user.keyboard('{ArrowUp}a');
  expect(second).toHaveFocus();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^EXP1,/ })).toBeNull());
  expect(second).toHaveFocus();
  expect(await entries()).toMatchObject([{ endpoint: 'financeApproveLocal', id: 'EXP1' }]);
});
