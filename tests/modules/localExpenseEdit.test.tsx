import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { OpenLocalExpense } from '#modules/localExpense/OpenLocalExpense.tsx';
import { outbox, showEntries } from '#data/entries.ts';
import { APPROVED, aLocalExpense } from '#tests/support/claims.ts';
import { anEntry } from '#tests/support/entries.ts';
import { show, signInOffline } from '#tests/support/screen.tsx';

const entries = async () => (await outbox()).list();

let closed = 0;

describe('a claim that is there', () => {
  beforeEach(() => signInOffline());

  it('LOC-16 LOC-14: while pending it is changed with the version it was made on', async () => {
    const user = userEvent.setup();
    closed = 0;
    const bill = { fingerPrint: 'a'.repeat(64), name: 'old.pdf', size: 10, type: 'application/pdf', url: '/x' };
    const row = aLocalExpense({ version: 7, billUrl: [bill], expenseDate: Date.UTC(2020, 0, 1) });
    show(<OpenLocalExpense row={row} readOnly={false} onClose={() => (closed += 1)} />);
    await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' });
    expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument();
    await user.clear(screen.getByLabelText('Claim amount'));
    await user.type(screen.getByLabelText('Claim amount'), '99.5');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(closed).toBe(1));
    expect(await entries()).toMatchObject([
      {
        endpoint: 'updateLocalExpense',
        ifMatch: 7,
        record: { id: row.expenseId },
        body: { claimAmount: 99.5, billUrl: [{ fingerPrint: bill.fingerPrint }] },
        bills: [],
        face: { success: 'Local Expense update successfully.' },
      },
    ]);
  });

  it('OB-10: mending a change refused because the claim moved on shows what is there now first', async () => {
    const row = aLocalExpense({ version: 7, claimAmount: 100, remarks: 'As filed' });
    const current = { ...row, version: 8, claimAmount: 640, remarks: 'From the other phone' };
    const entry = anEntry({
      state: 'needsYou',
      endpoint: 'updateLocalExpense',
      base: row,
      body: {
        localExpenseType: row.localExpenseType,
        expenseDate: row.expenseDate,
        claimAmount: 250,
        remarks: 'As filed',
      },
      record: { kind: 'localExpense', id: row.expenseId },
      refusal: { status: 409, code: 'VERSION_CONFLICT', message: 'This was changed meanwhile.', current },
    });
    showEntries([entry], true);
    show(<OpenLocalExpense row={row} entry={entry} readOnly={false} onClose={() => undefined} />);
    const table = await screen.findByRole('table', { name: 'What differs' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((each) => [...each.children].map((cell) => cell.textContent)),
    ).toEqual([
      ['Field', 'Yours', 'On the server'],
      ['Claim amount', '₹250.00', '₹640.00'],
      ['Remarks', 'As filed', 'From the other phone'],
    ]);
  });

  it('LOC-16: once decided it can be looked at, and closed', async () => {
    show(
      <OpenLocalExpense
        row={aLocalExpense({ managerApprovalStatus: APPROVED })}
        readOnly={false}
        onClose={() => undefined}
      />,
    );
    const dialog = await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' });
    expect(within(dialog).getByLabelText('Claim amount')).toBeDisabled();
    expect(within(dialog).queryByRole('button', { name: 'Save' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });
});
