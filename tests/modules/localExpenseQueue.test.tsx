import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#data/entries.ts';
import { ApproveLocalExpense } from '#modules/localExpense/screens/ApproveLocalExpense.tsx';
import { TEAM_LOCAL_FILTERS, TEAM_SORTS } from '#modules/claims/filters.ts';
import { listSearch } from '#list/search.ts';
import { APPROVED, aLocalExpense } from '#tests/support/claims.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';
import { keep, cards, firstTryOver, names } from './localExpenseListFixtures.ts';

const MANAGER = { ...PERSON, email: 'manager@example.com', name: 'Ravi Menon', employeeCode: 'KH1003' };
const approve = (address = '/approve-local/expense') =>
  showAt(address, ApproveLocalExpense, listSearch(TEAM_LOCAL_FILTERS, TEAM_SORTS));

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

  it('STAT-4: what was approved reads Accepted there; MGR-15: the same bill is shown', async () => {
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
    await waitFor(() => expect(router.state.location.href).toContain('open=EXPB'));
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
