import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import { outbox } from '#data/entries.ts';
import { submit } from '#data/submit.ts';
import { keepRows } from '#data/readCache.ts';
import { createCommand } from '#modules/localExpense/command.ts';
import { emptyValues } from '#modules/localExpense/values.ts';
import { ApproveLocalExpense } from '#modules/localExpense/screens/ApproveLocalExpense.tsx';
import { LOCAL_EXPENSE_FILTERS, TEAM_LOCAL_FILTERS, TEAM_SORTS } from '#modules/claims/filters.ts';
import { RaiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';
import { aBill, APPROVED, REJECTED, aLocalExpense } from '#tests/support/claims.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const MANAGER = { ...PERSON, email: 'manager@example.com', name: 'Ravi Menon', employeeCode: 'KH1003' };
const keep = (rows: LocalExpense[]) => keepRows('searchLocalExpenses', rows, Date.now(), 'test');
const raise = (address = '/raise-local/expense') =>
  showAt(address, RaiseLocalExpense, listSearch(LOCAL_EXPENSE_FILTERS));
const approve = (address = '/approve-local/expense') =>
  showAt(address, ApproveLocalExpense, listSearch(TEAM_LOCAL_FILTERS, TEAM_SORTS));
const cards = () => screen.findAllByRole('listitem', { name: /^(EXP|Not sent)/ });
/** Sending is tried once at once, and nothing can be done meanwhile. */
const firstTryOver = async (): Promise<void> => {
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
};
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));

describe('one’s own local expenses, without network', () => {
  beforeEach(async () => {
    await signInOffline();
    await keep([]);
  });

  it('LOC-20 AMT-8: a card says what it is in words, and a screen reader hears its id first', async () => {
    await keep([
      aLocalExpense({
        expenseId: 'EXP7',
        claimAmount: 123_456,
        localExpenseType: 'MOBILE_BILL',
        managerApprovalStatus: REJECTED,
        managerRemarks: 'Not readable',
        billUrl: [aBill(1), aBill(2)],
      }),
    ]);
    await raise();
    const [card] = await cards();
    for (const text of [
      'Mobile Bill',
      '₹1,23,456.00',
      '12-11-2026',
      'Manager: Rejected',
      'Finance: Pending',
      'Not readable',
      'EXP7',
    ])
      expect(within(card as HTMLElement).getByText(text)).toBeInTheDocument();
    expect(
      within(card as HTMLElement).getByRole('button', { name: /^EXP7, Mobile Bill, ₹1,23,456.00/ }),
    ).toBeInTheDocument();
    for (const name of ['View bill 1', 'View bill 2', 'Copy expense id'])
      expect(within(card as HTMLElement).getByRole('button', { name })).toBeInTheDocument();
    expect(screen.getByText('From this device: may be incomplete')).toBeInTheDocument();
  });

  it('LOC-24: the finance approved amount is shown only when finance approved', async () => {
    await keep([
      aLocalExpense({ managerApprovalStatus: APPROVED, financeApprovedAmount: 400 }),
      aLocalExpense({
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
      }),
    ]);
    await raise();
    await cards();
    expect(screen.getByText('Finance approved ₹300.00')).toBeInTheDocument();
    expect(screen.queryByText('Finance approved ₹400.00')).toBeNull();
  });

  it('PAY-2: a paid claim says when, how much and under which reference, on its card and opened', async () => {
    const user = userEvent.setup();
    await keep([
      aLocalExpense({
        expenseId: 'EXP3',
        managerApprovalStatus: APPROVED,
        financeApprovalStatus: 'FINANCE_APPROVED',
        financeApprovedAmount: 300,
        paidAmount: 250,
        paymentDate: Date.UTC(2026, 10, 12, 6),
        paymentReference: 'NEFT/88',
      }),
    ]);
    await raise();
    await user.click(await screen.findByRole('button', { name: /^EXP3/ }));
    expect(
      await within(await screen.findByRole('dialog')).findByText('Paid on 12-11-2026, ₹250.00, NEFT/88'),
    ).toBeInTheDocument();
    expect(screen.getAllByText('Paid on 12-11-2026, ₹250.00, NEFT/88')).toHaveLength(2);
  });

  it('LOC-21: copying the id says so', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP9' })]);
    await raise();
    await user.click(await screen.findByRole('button', { name: 'Copy expense id' }));
    expect(await screen.findByText('ExpenseId copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('EXP9');
  });

  it('LOC-19 LIST-7 LIST-9: filters come from the address, stand as chips and go back into it', async () => {
    const user = userEvent.setup();
    const [pending, approved] = [aLocalExpense(), aLocalExpense({ managerApprovalStatus: APPROVED })];
    await keep([pending, approved]);
    const router = await raise('/raise-local/expense?page=3&MANAGER_APPROVAL_STATUS=0&foo=1');
    expect(await screen.findByText('Manager approval status: Approved')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Remove Manager approval status: Approved' }));
    await waitFor(() => expect(router.state.location.href).toBe('/raise-local/expense?page=0'));
    expect((await names()).sort()).toEqual([pending.expenseId, approved.expenseId].sort());
  });

  it('LIST-8: nothing found says so, and what to do', async () => {
    await keep([aLocalExpense({ managerApprovalStatus: APPROVED })]);
    await raise('/raise-local/expense?MANAGER_APPROVAL_STATUS=2');
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/File New Expense/, { selector: 'p' })).toBeInTheDocument();
  });

  it('LOC-18: the form stands in the address; Back closes it; Cancel too', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense()]);
    const router = await raise();
    await cards();
    await user.click(screen.getByRole('button', { name: 'File New Expense' }));
    const dialog = await screen.findByRole('dialog', { name: 'Raise Local Expenses' });
    expect(router.state.location.href).toContain('new=1');
    expect(within(dialog).getByRole('button', { name: 'Submit' })).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.href).not.toContain('new=');
    await user.click(await screen.findByRole('button', { name: /^EXP/ }));
    expect(await screen.findByRole('dialog', { name: 'View/Edit Local Expenses' })).toBeInTheDocument();
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('OB-12: a waiting claim is the first card; it can be edited, and discarded after a question', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    const values = {
      localExpenseType: 'OTHERS',
      expenseDate: '2026-11-12',
      claimAmount: '75',
      remarks: 'Parking',
      billUrl: [],
    };
    const entry = await submit(
      createCommand(values, { type: 'OTHERS', day: '2026-11-12', paise: 7500, remarks: 'Parking', bills: [] }, PERSON),
    );
    const router = await raise();
    await waitFor(async () => expect(await names()).toEqual(['Not sent yet', 'EXP5']));
    const [card] = await cards();
    expect(await within(card as HTMLElement).findByText('Waiting')).toBeInTheDocument();
    await firstTryOver();
    await user.click(within(card as HTMLElement).getByRole('button', { name: 'Edit' }));
    expect(await screen.findByLabelText('Remarks')).toHaveValue('Parking');
    expect(router.state.location.href).toContain(`edit=${entry.id}`);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const question = await screen.findByRole('dialog', { name: 'Discard this claim?' });
    expect(await (await outbox()).list()).toHaveLength(1);
    await user.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(async () => expect(await names()).toEqual(['EXP5']));
    expect(await (await outbox()).list()).toEqual([]);
  });

  it('LIST-11: what cannot be loaded says what failed, with Try again', async () => {
    await signInOffline({ ...PERSON, email: 'fresh-device@example.com' });
    await raise();
    expect(await screen.findByText(/This list could not be loaded/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });

  it('ACC-17: somebody else’s list says whose it is and needs the network; nothing of one’s own is in it', async () => {
    const user = userEvent.setup();
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    await submit(
      createCommand(
        { ...emptyValues('2026-11-12'), localExpenseType: 'OTHERS', claimAmount: '10', remarks: 'Mine' },
        { type: 'OTHERS', day: '2026-11-12', paise: 1_000, remarks: 'Mine', bills: [] },
        { timeZone: PERSON.timeZone, email: PERSON.email },
      ),
    );
    const router = await raise('/raise-local/expense?findByEmail=stranger@example.com');
    expect(
      await screen.findByText(
        new RegExp(
          'You are looking at the list of stranger@example.com. ' +
            'It is read-only, is not kept on this device, and needs a connection.',
        ),
      ),
    ).toBeInTheDocument();
    expect(await screen.findByText(/Somebody else’s list needs a connection/)).toBeInTheDocument();
    expect(screen.queryByRole('listitem', { name: /^(EXP|Not sent)/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'File New Expense' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Back to my own list' }));
    await waitFor(async () => expect(await cards()).toHaveLength(2));
    expect(screen.getByRole('button', { name: 'File New Expense' })).toBeInTheDocument();
    expect(router.state.location.search).not.toHaveProperty('findByEmail');
  });

  it('ACC-17: one’s own address in the list’s own is one’s own list, whatever the case', async () => {
    await keep([aLocalExpense({ expenseId: 'EXP5' })]);
    await raise(`/raise-local/expense?findByEmail=${PERSON.email.toUpperCase()}`);
    expect(await cards()).toHaveLength(1);
    expect(screen.queryByText(/You are looking at/)).toBeNull();
  });
});

describe('a manager’s queue, without network', () => {
  const [one, two, done] = [
    aLocalExpense({ expenseId: 'EXPA', duplicateOf: [{ id: 'EXPZ', employeeName: 'Imran' }], creationDate: 3 }),
    aLocalExpense({ expenseId: 'EXPB', claimAmount: 90, creationDate: 2 }),
    aLocalExpense({ expenseId: 'EXPC', managerApprovalStatus: APPROVED, creationDate: 1 }),
  ];
  beforeEach(async () => {
    await signInOffline(MANAGER);
    await keep([one, two, done]);
  });

  it('MGR-23: copying the id of a request says so in the approver’s words', async () => {
    const user = userEvent.setup();
    await approve();
    const [card] = await cards();
    await user.click(within(card as HTMLElement).getByRole('button', { name: 'Copy expense id' }));
    expect(await screen.findByText('Expense Id copied.')).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe('EXPA');
  });

  it('MGR-19: shows what is pending; the status can be changed and its chip not removed', async () => {
    await approve();
    expect(await names()).toEqual(['EXPA', 'EXPB']);
    expect(screen.getByText('Manager approval status: Pending')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Remove Manager approval status/ })).toBeNull();
  });

  it('STAT-4: what was approved reads Accepted there; MGR-15: the same bill is told', async () => {
    await approve('/approve-local/expense?MANAGER_APPROVAL_STATUS=0|1');
    await cards();
    expect(screen.getByText('Manager: Accepted')).toBeInTheDocument();
    expect(screen.getByText('Same bill used before')).toBeInTheDocument();
  });

  it('MGR-16 MGR-9 MGR-17 MGR-10: selects all pending and decides them at once', async () => {
    const user = userEvent.setup();
    await approve('/approve-local/expense?MANAGER_APPROVAL_STATUS=0|1');
    await cards();
    await user.click(screen.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Please select expenses or trips to be approved')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select EXPC' })).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Selected pending request (0)' }));
    expect(screen.getByRole('checkbox', { name: 'Selected pending request (2)' })).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Reject' }));
    const dialog = await screen.findByRole('dialog', { name: 'Reject expense by manager' });
    expect(
      within(dialog).getByText('Please confirm if you wish to reject expenses for selected (2) list'),
    ).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    expect(await within(dialog).findByText('Please add remark.')).toBeInTheDocument();
    expect(await (await outbox()).list()).toEqual([]);
    await user.type(within(dialog).getByLabelText('Add Remark:'), 'Not readable');
    await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await outbox()).list()).toMatchObject([
      {
        endpoint: 'bulkManagerLocal',
        body: { ids: ['EXPA', 'EXPB'], approved: false, comments: 'Not readable', versions: { EXPA: 1, EXPB: 1 } },
      },
    ]);
    expect(screen.getByRole('checkbox', { name: 'Selected pending request (0)' })).toBeDisabled();
    expect(await screen.findAllByText('Your decision: Reject')).toHaveLength(2);
  });

  it('MGR-16: the selection clears with another list and with a decision, and does not come back', async () => {
    const user = userEvent.setup();
    const router = await approve('/approve-local/expense?MANAGER_APPROVAL_STATUS=0|1');
    await cards();
    const select = () => user.click(screen.getByRole('checkbox', { name: 'Select EXPA' }));
    const selected = (count: number) =>
      waitFor(() =>
        expect(screen.getByRole('checkbox', { name: `Selected pending request (${count})` })).toBeInTheDocument(),
      );
    const go = (search: object) =>
      act(() => router.navigate({ to: '.', search: ((before: object) => ({ ...before, ...search })) as never }));
    await select();
    await selected(1);
    await go({ page: 1 });
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Select EXPA' })).toBeNull());
    await go({ page: 0 });
    await cards();
    await selected(0);
    await select();
    await go({ MANAGER_APPROVAL_STATUS: '1' });
    await selected(0);
    await select();
    await user.click(await screen.findByRole('button', { name: /^EXPB/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await selected(0);
  });

  it('MGR-18 MGR-13 MGR-6 MGR-22: the dialog prefills the amount, asks for a remark, and walks the queue', async () => {
    const user = userEvent.setup();
    const router = await approve();
    await user.click(await screen.findByRole('button', { name: /^EXPA/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' });
    expect(within(dialog).getByText(/Same bill used before: Imran, EXPZ/)).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Approved amount')).toHaveValue('450');
    expect(within(dialog).getByText('Taxi to the client')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please enter manager remark')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Manager remarks')).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Next request' }));
    await waitFor(() => expect(screen.getByLabelText('Approved amount')).toHaveValue('90'));
    expect(router.state.location.href).toContain('open=EXPB');
    expect(screen.getByRole('button', { name: 'Next request' })).toBeDisabled();
  });

  it('MGR-5 OB-10: an approval carries amount and version, and waits on its card until it is taken back', async () => {
    const user = userEvent.setup();
    await approve();
    await user.click(await screen.findByRole('button', { name: /^EXPB/ }));
    const amount = await screen.findByLabelText('Approved amount');
    await user.clear(amount);
    const dialog = screen.getByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await within(dialog).findByText('Please Enter Approved Amount')).toBeInTheDocument();
    await user.type(amount, '80');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await (await outbox()).list()).toMatchObject([
      {
        endpoint: 'managerApproveLocal',
        ifMatch: 1,
        record: { id: 'EXPB' },
        body: { managerApprovedAmount: '80', managerRemarks: null },
        face: { success: 'Request approved' },
      },
    ]);
    expect(await screen.findByText('Your decision: Approve')).toBeInTheDocument();
    expect(screen.getByRole('checkbox', { name: 'Select EXPB' })).toBeDisabled();
    await firstTryOver();
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(screen.queryByText('Your decision: Approve')).toBeNull());
    expect(await (await outbox()).list()).toEqual([]);
  });

  it('MGR-1 MGR-18: what is settled can be looked at, and closed', async () => {
    await approve('/approve-local/expense?MANAGER_APPROVAL_STATUS=0&open=EXPC');
    const dialog = await screen.findByRole('dialog', { name: 'View' });
    expect(within(dialog).getByLabelText('Manager remarks')).toBeDisabled();
    expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });
});
