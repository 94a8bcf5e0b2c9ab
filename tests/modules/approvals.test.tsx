import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import { online } from '#data/online.ts';
import { setSession } from '#data/sessionStore.ts';
import { compareVersions } from '#modules/claims/versions.ts';
import { anEntry } from '#tests/support/entries.ts';
import { APPROVED, aConveyance } from '#tests/support/claims.ts';
import { MANAGER, openQueue, type QueueName } from '#tests/support/approvals.tsx';
import { signInOffline } from '#tests/support/screen.tsx';
import { aTrip } from '#tests/support/trips.ts';
import { cards, keepAll, PATHS } from './approvalFixtures.ts';

const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));

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
