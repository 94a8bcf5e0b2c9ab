import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import { online } from '#data/online.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { setSession } from '#data/sessionStore.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { isDecision } from '#modules/outbox/kinds.ts';
import { anEntry } from '#tests/support/entries.ts';
import { APPROVED, REJECTED, aConveyance, aLocalExpense, aTravelExpense } from '#tests/support/claims.ts';
import { CARDS, MANAGER, openQueue, type QueueName } from '#tests/support/approvals.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { aTrip, inDays } from '#tests/support/trips.ts';

const bill = (n: number) => ({
  fingerPrint: String(n).repeat(64),
  name: `${n}.jpg`,
  size: 1,
  type: 'image/jpeg',
  url: '',
});
const cards = () => screen.findAllByRole('listitem', { name: CARDS });
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
const newest = async () => (await (await outbox()).list()).at(-1);
const PATHS: Readonly<Record<QueueName, string>> = {
  trips: '/approve-travel-request',
  travel: '/approve-travel-expense',
  local: '/approve-local/expense',
  conveyance: '/approve-local/conveyance',
};

async function keepAll(): Promise<void> {
  const at = Date.now();
  await keepRows(
    'searchTrips',
    [
      aTrip({
        tripId: 'TRPA',
        createdAt: 3,
        isAccommodationRequired: true,
        accommodationCity: 'Chennai',
        remarks: 'Window seat',
      }),
      aTrip({
        tripId: 'TRPB',
        createdAt: 2,
        employeeName: 'Imran Khan',
        employeeCode: 'KH1002',
        userEmail: 'employee2@example.com',
      }),
      aTrip({ tripId: 'TRPC', createdAt: 1, managerApprovalStatus: APPROVED }),
      aTrip({ tripId: 'TRPX', createdAt: 4, cancellationStatus: 'APPROVED' }),
      aTrip({ tripId: 'TRPY', createdAt: 5, managerEmail: 'manager2@example.com' }),
    ],
    at,
    'test',
  );
  const trip = {
    tripId: 'TRP9',
    startDate: inDays(5),
    endDate: inDays(7),
    fromLocation: 'Bengaluru',
    travelLocation: 'Chennai',
  };
  await keepRows(
    'searchTravelExpenses',
    [
      aTravelExpense({
        expenseId: 'EXPA',
        creationDate: 3,
        travelExpenseType: 'FOOD',
        billUrl: [bill(1), bill(2)],
        duplicateOf: [{ id: 'EXPZ', employeeName: 'Imran' }],
        ...trip,
      }),
      aTravelExpense({ expenseId: 'EXPB', creationDate: 2, claimAmount: 90, ...trip }),
      aTravelExpense({
        expenseId: 'EXPC',
        creationDate: 1,
        managerApprovalStatus: APPROVED,
        managerApprovedAmount: 400,
      }),
    ],
    at,
    'test',
  );
  await keepRows(
    'searchConveyance',
    [
      aConveyance({ tripId: 'CNVA', creationDate: 3, conveyanceType: 'AUTO', billUrl: [bill(3)] }),
      aConveyance({ tripId: 'CNVB', creationDate: 2, claimAmount: 90 }),
      aConveyance({ tripId: 'CNVC', creationDate: 1, managerApprovalStatus: REJECTED, managerRemarks: 'No bill' }),
    ],
    at,
    'test',
  );
  await keepRows('searchLocalExpenses', [aLocalExpense({ expenseId: 'EXPL' })], at, 'test');
}

beforeEach(async () => {
  await signInOffline(MANAGER);
  await keepAll();
});

describe('a manager’s queues, without network', () => {
  it.each<[QueueName, string[], string[]]>([
    [
      'trips',
      ['TRPA', 'TRPB'],
      [
        'Asha Nair',
        'Bengaluru → Chennai',
        '20-07-2026 to 22-07-2026',
        '3 days',
        'Accommodation required: Yes',
        'Manager: Pending',
      ],
    ],
    [
      'travel',
      ['EXPA', 'EXPB'],
      [
        'Asha Nair',
        'Food',
        '12-11-2026',
        '₹450.00',
        'Bengaluru → Chennai',
        '20-07-2026 to 22-07-2026',
        'Manager: Pending',
        'Same bill used before',
      ],
    ],
    [
      'conveyance',
      ['CNVA', 'CNVB'],
      [
        'Asha Nair',
        'Andheri to Bandra',
        '12-11-2026',
        'Auto, 12.5 km',
        'for Acme Industries',
        '₹450.00',
        'Manager: Pending',
      ],
    ],
  ])(
    'MGR-19 OB-12: %s shows what is pending, newest first, from the device, in the words of its kind',
    async (queue, ids, texts) => {
      await openQueue(PATHS[queue]);
      expect(await names()).toEqual(ids);
      const [card] = await cards();
      for (const text of texts) expect(within(card as HTMLElement).getByText(text)).toBeInTheDocument();
      expect(screen.getByText('Manager approval status: Pending')).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /Remove Manager approval status/ })).toBeNull();
      expect(screen.getByText('From this device: may be incomplete')).toBeInTheDocument();
    },
  );

  it.each<[QueueName, string, string, string]>([
    ['trips', 'Copy trip id', 'Trip Id copied.', 'TRPA'],
    ['travel', 'Copy expense id', 'Expense Id copied.', 'EXPA'],
    ['conveyance', 'Copy trip id', 'Trip Id copied.', 'CNVA'],
  ])('MGR-23: %s says that the id is copied in the approver’s words', async (queue, button, toast, id) => {
    const user = userEvent.setup();
    await openQueue(PATHS[queue]);
    const [card] = await cards();
    await user.click(within(card as HTMLElement).getByRole('button', { name: button }));
    expect(await screen.findByText(toast)).toBeInTheDocument();
    expect(await navigator.clipboard.readText()).toBe(id);
  });

  it('STAT-4: an approved claim reads Accepted, an approved trip Approved', async () => {
    await openQueue(`${PATHS.travel}?MANAGER_APPROVAL_STATUS=0`);
    expect(await screen.findByText('Manager: Accepted')).toBeInTheDocument();
    expect(screen.getByText('Approved ₹400.00')).toBeInTheDocument();
    await openQueue(`${PATHS.trips}?MANAGER_APPROVAL_STATUS=0`);
    expect(await screen.findByText('Manager: Approved')).toBeInTheDocument();
  });

  it.each<[QueueName, string[]]>([
    [
      'trips',
      [
        'Email',
        'Employee name',
        'Employee email',
        'Employee code',
        'Travel start date',
        'Manager approval status',
        'Sort by',
      ],
    ],
    [
      'travel',
      [
        'Email',
        'Employee name',
        'Employee email',
        'Employee code',
        'Expense date',
        'Travel expense type',
        'Manager approval status',
        'Sort by',
      ],
    ],
    [
      'conveyance',
      ['Employee name', 'Employee email', 'Employee code', 'Expense date', 'Manager approval status', 'Sort by'],
    ],
  ])('MGR-20: %s has its filters and is sorted by employee code', async (queue, labels) => {
    const user = userEvent.setup();
    const router = await openQueue(PATHS[queue]);
    await cards();
    await user.click(screen.getByRole('button', { name: /^Filter/ }));
    const panel = await screen.findByRole('dialog', { name: 'Filters' });
    const groups = within(panel)
      .getAllByRole('group')
      .map((group) => group.querySelector('legend')?.textContent);
    const fields = within(panel)
      .getAllByRole('combobox')
      .map((field) => (field as HTMLInputElement).labels?.[0]?.textContent);
    expect([...fields, ...groups]).toEqual(labels);
    await user.click(within(panel).getByRole('radio', { name: 'Employee code' }));
    await user.click(within(panel).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.location.href).toContain('sort=EMPLOYEE_CODE'));
  });

  it('MGR-20: Email takes one person, the others several', async () => {
    const user = userEvent.setup();
    const router = await openQueue(
      `${PATHS.trips}?EMAIL=employee@example.com|employee2@example.com&EMPLOYEE_CODE=KH1001|KH1002`,
    );
    expect(await screen.findByText('Email: employee@example.com')).toBeInTheDocument();
    expect(screen.getByText('Employee code: KH1001, KH1002')).toBeInTheDocument();
    expect(await names()).toEqual(['TRPA']);
    await user.click(screen.getByRole('button', { name: /^Filter/ }));
    const panel = await screen.findByRole('dialog', { name: 'Filters' });
    await user.type(within(panel).getByLabelText('Email'), 'employee2@example.com{Enter}');
    expect(within(panel).queryByText('employee@example.com')).toBeNull();
    await user.click(within(panel).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(router.state.location.href).toContain('EMAIL=employee2@example.com&'));
    await waitFor(async () => expect(await names()).toEqual(['TRPB']));
  });
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

describe('from queue to queue', () => {
  it('LOC-22 NAV-8: the radio of local claims switches lists; the last used opens, apart from one’s own', async () => {
    const user = userEvent.setup();
    const router = await openQueue('/approve-local/expense');
    await user.click(await screen.findByRole('radio', { name: 'Sales App Trip Expenses' }));
    await waitFor(() => expect(router.state.location.href).toMatch(/^\/approve-local\/conveyance\?page=0/));
    expect(await names()).toEqual(['CNVA', 'CNVB']);
    expect((await openQueue('/approve-local')).state.location.pathname).toBe('/approve-local/conveyance');
    expect((await openQueue('/raise-local')).state.location.pathname).toBe('/raise-local/expense');
    setSession({ ...MANAGER, employeeCode: 'KH1099' });
    expect((await openQueue('/approve-local')).state.location.pathname).toBe('/approve-local/expense');
  });

  it('NAV-8: an id opens that record over the queue of its kind, also when it is behind the filter', async () => {
    const router = await openQueue('/approve-local/CNVC');
    expect(router.state.location.pathname).toBe('/approve-local/conveyance');
    expect(await screen.findByRole('dialog', { name: 'View' })).toBeInTheDocument();
    expect(screen.queryByRole('listitem', { name: 'CNVC' })).toBeNull();
  });

  it('NAV-8 MGR-25: a record that leaves the queue while open becomes what it is, without another look', async () => {
    const pending = aConveyance({ tripId: 'CNVA' });
    let settled = false;
    globalThis.fetch = async (input) => {
      const address = input instanceof Request ? input.url : String(input);
      const record = settled
        ? { ...pending, version: 2, managerApprovalStatus: APPROVED, managerApprovedAmount: 450 }
        : pending;
      if (address.includes('/record/CNVA'))
        return Response.json({ success: true, data: { record: { kind: 'conveyance', record }, mayAsk: true } });
      if (address.includes('allExpense/search'))
        return Response.json({
          success: true,
          data: { results: { content: settled ? [] : [record], totalElements: settled ? 0 : 1 } },
        });
      throw new TypeError('No network.');
    };
    online.sawAnswer();
    await openQueue(`${PATHS.conveyance}?open=CNVA`);
    expect(await screen.findByRole('dialog', { name: 'Local Conveyance' })).toBeInTheDocument();
    settled = true;
    window.dispatchEvent(new Event('visibilitychange'));
    const view = await screen.findByRole('dialog', { name: 'View' });
    expect(within(view).queryByRole('button', { name: 'Approve' })).toBeNull();
  });

  it('MGR-27: every queue leads to the others', async () => {
    const user = userEvent.setup();
    const router = await openQueue(PATHS.trips);
    const queues = await screen.findByRole('navigation', { name: 'Queues', hidden: true });
    expect(
      within(queues)
        .getAllByRole('link', { hidden: true })
        .map((link) => link.textContent),
    ).toEqual(expect.arrayContaining(['Requests', 'Travel', 'Local']));
    await user.click(within(queues).getByRole('link', { name: 'Travel', hidden: true }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/approve-travel-expense'));
  });

  it('OB-10: of a decision that meets a changed trip both are shown, the trip itself as it was', () => {
    const base = aTrip({ remarks: 'Window seat', version: 1 });
    const { managerRemarks: _none, ...current } = { ...base, version: 2, arrivalCity: 'Madurai' };
    const entry = anEntry({
      endpoint: 'managerApproveTrip',
      record: { kind: 'trip', id: base.tripId },
      base,
      body: { managerRemarks: 'Go' },
    });
    const fields = compareVersions(entry, current as Partial<Trip> as Record<string, unknown>, 'Asia/Kolkata');
    expect(fields.filter(({ mine, theirs }) => mine !== theirs)).toEqual([
      { label: 'Arrival city', mine: 'Chennai', theirs: 'Madurai' },
      { label: 'Manager remarks', mine: 'Go', theirs: '' },
    ]);
  });
});
