import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { outbox } from '#data/entries.ts';
import { isDecision } from '#modules/outbox/entryTexts.ts';
import { MANAGER, openQueue, type QueueName } from '#tests/support/approvals.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { cards, keepAll, PATHS } from './approvalFixtures.ts';

const newest = async () => (await (await outbox()).list()).at(-1);

beforeEach(async () => {
  await signInOffline(MANAGER);
  await keepAll();
});

describe('a manager decides one', () => {
  it('MGR-25 MGR-8 MGR-24: a trip shows all of it, takes no amount, and needs a remark to be rejected', async () => {
    const user = userEvent.setup();
    await openQueue(PATHS.trips);
    await user.click(await screen.findByRole('button', { name: /^TRPA/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' });
    for (const text of [
      'Asha Nair (KH1001)',
      'Bengaluru → Chennai',
      '20-07-2026 to 22-07-2026, 3 days',
      'Dealer meet',
      'Train, Round trip, Domestic',
      'Window seat',
      'Chennai',
      '09:30',
    ])
      expect(within(dialog).getByText(text)).toBeInTheDocument();
    expect(within(dialog).queryByLabelText('Approved amount')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please add manager remark')).toBeInTheDocument();
    expect(within(dialog).getByLabelText('Manager remarks')).toHaveFocus();
    await user.type(within(dialog).getByLabelText('Manager remarks'), ' Go by video ');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await newest()).toMatchObject({
      endpoint: 'managerRejectTrip',
      ifMatch: 1,
      record: { kind: 'trip', id: 'TRPA' },
      body: { managerRemarks: 'Go by video' },
      face: { title: 'Asha Nair: Bengaluru → Chennai', note: 'Reject', success: 'Travel request rejected.' },
    });
    expect((await newest())?.url).toContain('tripId=TRPA');
    expect(await screen.findByText('Your decision: Reject')).toBeInTheDocument();
  });

  it('MGR-8 MGR-24: a trip is approved with nothing more', async () => {
    const user = userEvent.setup();
    await openQueue(PATHS.trips);
    await user.click(await screen.findByRole('button', { name: /^TRPB/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await newest()).toMatchObject({
      endpoint: 'managerApproveTrip',
      body: { managerRemarks: null },
      face: { success: 'Travel request Approved.' },
    });
  });

  it.each<[QueueName, string, string]>([
    ['trips', 'TRPC', 'View Travel Request'],
    ['travel', 'EXPC', 'View Travel Expense'],
    ['conveyance', 'CNVC', 'View'],
  ])('MGR-25 MGR-1 NAV-8: settled %s can be looked at, and closed', async (queue, id, title) => {
    await openQueue(`${PATHS[queue]}?MANAGER_APPROVAL_STATUS=0|2&open=${id}`);
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(within(dialog).getByLabelText('Manager remarks')).toBeDisabled();
    expect(within(dialog).queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Close' })).toBeInTheDocument();
  });

  it('MGR-25 MGR-3 MGR-4 MGR-13 MGR-24: a travel claim', async () => {
    const user = userEvent.setup();
    await openQueue(PATHS.travel);
    await user.click(await screen.findByRole('button', { name: /^EXPA/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Travel Expense' });
    expect(within(dialog).getByText(/Same bill used before: Imran, EXPZ/)).toBeInTheDocument();
    for (const name of ['View bill 1', 'View bill 2'])
      expect(within(dialog).getByRole('button', { name })).toBeInTheDocument();
    expect(within(dialog).getByText(/TRP9.*Bengaluru → Chennai/s)).toBeInTheDocument();
    const amount = within(dialog).getByLabelText('Approved amount');
    expect(amount).toHaveValue('450');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please enter remark and amount')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Manager remarks'), 'Twice');
    await user.clear(amount);
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please enter remark and amount')).toBeInTheDocument();
    expect(amount).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await within(dialog).findByText('Please enter amount')).toBeInTheDocument();
    await user.type(amount, '400');
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await newest()).toMatchObject({
      endpoint: 'managerApproveTravel',
      body: { managerApprovedAmount: '400', managerRemarks: 'Twice' },
      record: { kind: 'travelExpense', id: 'EXPA' },
      face: { title: 'Asha Nair: Food', success: 'Travel expense approved' },
    });
    expect((await newest())?.url).toContain('primaryExpenseType=2');
  });

  it('MGR-4 MGR-24: a rejected travel claim says so', async () => {
    const user = userEvent.setup();
    await openQueue(`${PATHS.travel}?open=EXPB`);
    await user.type(await screen.findByLabelText('Manager remarks'), 'Not of this trip');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await newest()).toMatchObject({
      endpoint: 'managerRejectTravel',
      face: { success: 'Travel expense rejected' },
    });
  });

  it('MGR-25 MGR-5 MGR-7 MGR-14 OB-10: a conveyance claim; the decision waits until it is taken back', async () => {
    const user = userEvent.setup();
    await openQueue(PATHS.conveyance);
    await user.click(await screen.findByRole('button', { name: /^CNVA/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Local Conveyance' });
    for (const text of ['Acme Industries', 'Andheri', 'Bandra', 'Auto', '₹450.00'])
      expect(within(dialog).getByText(text)).toBeInTheDocument();
    await user.clear(within(dialog).getByLabelText('Approved amount'));
    await user.click(within(dialog).getByRole('button', { name: 'Approve' }));
    expect(await within(dialog).findByText('Please Enter Approved Amount')).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please enter remark')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Manager remarks'), 'Private');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const entry = await newest();
    expect(entry).toMatchObject({
      endpoint: 'managerRejectConveyance',
      ifMatch: 1,
      record: { kind: 'conveyance', id: 'CNVA' },
      body: { managerApprovedAmount: null, managerRemarks: 'Private' },
      face: { success: 'Request rejected' },
    });
    expect(entry && isDecision(entry)).toBe(true);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Take back' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }));
    await waitFor(() => expect(screen.queryByText('Your decision: Reject')).toBeNull());
    expect(await (await outbox()).list()).toEqual([]);
  });
});

describe('a manager decides many', () => {
  it.each<[QueueName, string, string, string, string[]]>([
    ['trips', 'travel request by manager', 'travel requests', 'bulkManagerTrips', ['TRPA', 'TRPB']],
    ['travel', 'expense by manager', 'travel expenses', 'bulkManagerTravel', ['EXPA', 'EXPB']],
    ['conveyance', 'expense by manager', 'conveyance claims', 'bulkManagerConveyance', ['CNVA', 'CNVB']],
  ])(
    'MGR-16 MGR-9 MGR-17 MGR-10: %s',
    async (queue, title, noun, endpoint, ids) => {
      const user = userEvent.setup();
      await openQueue(PATHS[queue]);
      await cards();
      for (const [button, word] of [
        ['Approve', 'approved'],
        ['Reject', 'rejected'],
      ] as const) {
        await user.click(screen.getByRole('button', { name: button }));
        expect(await screen.findByText(`Please select expenses or trips to be ${word}`)).toBeInTheDocument();
      }
      await user.click(screen.getByRole('checkbox', { name: 'Selected pending request (0)' }));
      await user.click(screen.getByRole('button', { name: 'Approve' }));
      const approving = await screen.findByRole('dialog', { name: `Approve ${title}` });
      expect(
        within(approving).getByText(`Please confirm if you wish to approve ${noun} for selected (2) list`),
      ).toBeInTheDocument();
      await user.click(within(approving).getByRole('button', { name: 'Cancel' }));
      await user.click(await screen.findByRole('button', { name: 'Reject' }));
      const dialog = await screen.findByRole('dialog', { name: `Reject ${title}` });
      await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
      expect(await within(dialog).findByText('Please add remark.')).toBeInTheDocument();
      await user.type(within(dialog).getByLabelText('Add Remark:'), 'Not now');
      await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await newest()).toMatchObject({
        endpoint,
        body: { ids, approved: false, comments: 'Not now' },
        face: { title: `Reject 2 ${noun}` },
      });
      expect(await screen.findAllByText('Your decision: Reject')).toHaveLength(2);
    },
    20_000,
  );
});

it('MGR-15: approving many says their total and which of them to look at twice', async () => {
  const user = userEvent.setup();
  await openQueue(PATHS.travel);
  await cards();
  await user.click(screen.getByRole('checkbox', { name: 'Selected pending request (0)' }));
  await user.click(screen.getByRole('button', { name: 'Approve' }));
  const dialog = await screen.findByRole('dialog', { name: 'Approve expense by manager' });
  expect(within(dialog).getByText('Total: ₹540.00')).toBeInTheDocument();
  expect(within(dialog).getByText(/^Asha Nair: .*₹450\.00\. Same bill used before: Imran/)).toBeInTheDocument();
  expect(within(dialog).getAllByText(/Same bill/)).toHaveLength(1);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Reject' }));
  expect(within(await screen.findByRole('dialog')).queryByText(/^Total/)).toBeNull();
});
