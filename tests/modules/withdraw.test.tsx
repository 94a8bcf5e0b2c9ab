import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { LOCAL_EXPENSE_FILTERS } from '#modules/claims/filters.ts';
import { RaiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';
import { APPROVED, aLocalExpense } from '#tests/support/claims.ts';
import { showAt, signInOffline } from '#tests/support/screen.tsx';

const keep = (rows: LocalExpense[]) => keepRows('searchLocalExpenses', rows, Date.now(), 'test');
const raise = () => showAt('/raise-local/expense', RaiseLocalExpense, listSearch(LOCAL_EXPENSE_FILTERS));
const entries = async () => (await outbox()).list();

describe('withdrawing a claim', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
  });

  it('LOC-25: is offered while the manager has not decided, asks first, and can be called off', async () => {
    const user = userEvent.setup();
    await keep([
      aLocalExpense({ expenseId: 'EXPA' }),
      aLocalExpense({ expenseId: 'EXPB', managerApprovalStatus: APPROVED }),
      aLocalExpense({ expenseId: 'EXPC', withdrawn: true }),
    ]);
    const router = await raise();
    expect(
      (await screen.findAllByRole('button', { name: /^Withdraw / })).map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Withdraw EXPA']);
    expect(within(screen.getByRole('listitem', { name: 'EXPC' })).getByText('Withdrawn')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Withdraw EXPA' }));
    const question = await screen.findByRole('dialog', { name: 'Withdraw this claim?' });
    await waitFor(() => expect(router.state.location.href).toContain('action=withdraw'));
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await entries()).toEqual([]);
  });

  it('LOC-25 OB-10: goes through the outbox with the version it was made on, and can be undone till sent', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXPA', version: 3 })]);
    await raise();
    await user.click(await screen.findByRole('button', { name: 'Withdraw EXPA' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [entry] = await entries();
    expect(entry).toMatchObject({
      endpoint: 'withdrawLocalExpense',
      method: 'POST',
      ifMatch: 3,
      record: { kind: 'localExpense', id: 'EXPA' },
      face: { title: 'Others', note: 'Withdraw' },
    });
    expect(entry?.url).toContain('/api/v1/allExpense/withdraw?id=EXPA&primaryExpenseType=0');
    const card = screen.getByRole('listitem', { name: 'EXPA' });
    expect(await within(card).findByText('Withdrawn')).toBeInTheDocument();
    expect(within(card).queryByRole('button', { name: /^(Edit|Withdraw)/ })).toBeNull();
    // Sending is tried once at once, and nothing can be done meanwhile.
    expect(await within(card).findByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(within(card).getByRole('button', { name: 'Take back' }));
    const question = await screen.findByRole('dialog', { name: 'Take the withdrawal back?' });
    await user.click(within(question).getByRole('button', { name: 'Take back' }));
    expect(await screen.findByRole('button', { name: 'Withdraw EXPA' })).toBeInTheDocument();
    expect(await entries()).toEqual([]);
  });
});
