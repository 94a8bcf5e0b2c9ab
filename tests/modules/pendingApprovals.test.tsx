import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DecidingAs, PendingRecord } from '#contract/record.ts';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { ApproveTravelExpense } from '#modules/travelExpense/screens/ApproveTravelExpense.tsx';
import { PENDING_FILTERS, TEAM_SORTS, TEAM_TRAVEL_FILTERS } from '#modules/claims/filters.ts';
import { PendingApprovals } from '#modules/approvals/screens/PendingApprovals.tsx';
import { listSearch } from '#list/search.ts';
import { aTravelExpense } from '#tests/support/claims.ts';
import { anyConveyance, anyLocal, anyTravel, anyTrip } from '#tests/support/records.ts';
import { PERSON, showAt, signInOffline } from '#tests/support/screen.tsx';

const MANAGER = {
  ...PERSON,
  email: 'manager@example.com',
  name: 'Ravi Menon',
  employeeCode: 'KH1003',
  roles: { ...PERSON.roles, isManager: true, isFinance: true, isAdmin: true },
};
const as = (capacity: DecidingAs, any: object): PendingRecord => ({ ...any, as: capacity }) as PendingRecord;
const keep = (rows: PendingRecord[]) => keepRows('searchWaiting', rows, Date.now(), 'test');
const waiting = (address = '/list-auth') => showAt(address, PendingApprovals, listSearch(PENDING_FILTERS));
const cards = () => screen.findAllByRole('listitem', { name: /^(EXP|TRP|CNV)/ });
const names = async () => (await cards()).map((card) => card.getAttribute('aria-label'));
const at = (createdAt: number) => ({ createdAt });

/** One of each, in no order. */
const fill = () =>
  keep([
    as('admin', anyTrip({ tripId: 'TRP9', managerApprovalStatus: 'MANAGER_APPROVED', ...at(50) })),
    as(
      'manager',
      anyLocal({
        expenseId: 'EXP2',
        claimAmount: 900,
        ...at(20),
        duplicateOf: [{ id: 'EXP77', employeeName: 'Dev Shah' }],
        facts: { usual: { amount: 100, of: 5 } },
      }),
    ),
    as('finance', anyLocal({ expenseId: 'EXP4', managerApprovalStatus: 'MANAGER_APPROVED', ...at(40) })),
    as('manager', anyTravel({ expenseId: 'EXP1', ...at(10), claimAmount: 700, facts: { otherFood: 100 } })),
    as(
      'manager',
      anyConveyance({ tripId: 'CNV3', managerEmail: 'meera@example.com', managerName: 'Meera Iyer', ...at(30) }),
    ),
    as('manager', anyLocal({ expenseId: 'EXP0', managerApprovalStatus: 'MANAGER_APPROVED', ...at(5) })),
  ]);

describe('NAV-5 everything that waits for one’s decision, without network', () => {
  beforeEach(async () => {
    await signInOffline(MANAGER);
    await fill();
  });

  it('oldest first, each with who asks, in which capacity, and what to look at twice', async () => {
    await waiting();
    expect(await names()).toEqual(['EXP1', 'EXP2', 'CNV3', 'EXP4', 'TRP9']);
    const [food, local, ride, finance, trip] = (await cards()) as [
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
      HTMLElement,
    ];
    for (const text of ['Asha Nair', 'Travel expense · Food', '₹700.00', 'As manager', 'Over the food limit'])
      expect(within(food).getByText(text)).toBeInTheDocument();
    expect(within(local).getByText('Same bill used before')).toBeInTheDocument();
    expect(within(local).getByText('Above the usual')).toBeInTheDocument();
    expect(within(ride).getByText('In place of Meera Iyer')).toBeInTheDocument();
    expect(within(finance).getByText('As finance')).toBeInTheDocument();
    expect(within(trip).getByText('As admin')).toBeInTheDocument();
    expect(screen.getByText('From this device: may be incomplete')).toBeInTheDocument();
  });

  it('opens the dialog of each kind in place and walks across kinds and capacities', async () => {
    const user = userEvent.setup();
    const router = await waiting();
    await user.click(await screen.findByRole('button', { name: /^EXP1/ }));
    expect(
      within(await screen.findByRole('dialog', { name: 'Approve/Reject Travel Expense' })).getByText('1 of 5'),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next request' }));
    expect(await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next request' }));
    expect(await screen.findByRole('dialog', { name: 'Local Conveyance' })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next request' }));
    expect(await screen.findByLabelText('Finance remarks')).toBeEnabled();
    await user.click(screen.getByRole('button', { name: 'Next request' }));
    expect(await screen.findByRole('dialog', { name: 'Approve/Reject Travel Request' })).toBeInTheDocument();
    expect(screen.getByLabelText('Admin remarks')).toBeEnabled();
    await waitFor(() => expect(router.state.location.href).toContain('open=TRP9'));
    router.history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('NAV-5 FIN-1 finance decides here too, by its own rules', async () => {
    const user = userEvent.setup();
    await waiting('/list-auth?open=EXP4');
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' });
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    expect(await within(dialog).findByText('Please add remark')).toBeInTheDocument();
    await user.type(within(dialog).getByLabelText('Finance remarks'), 'No bill');
    await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
    await waitFor(async () =>
      expect((await (await outbox()).list()).at(-1)).toMatchObject({
        endpoint: 'financeRejectLocal',
        record: { kind: 'localExpense', id: 'EXP4' },
        body: { financeRemarks: 'No bill' },
      }),
    );
  });

  it('MGR-26 the dialog says why', async () => {
    await waiting('/list-auth?open=EXP2');
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Local Expenses' });
    expect(within(dialog).getByText('Same bill used before: Dev Shah, EXP77.')).toBeInTheDocument();
    expect(
      within(dialog).getByText('₹900.00 is far above the usual: the last 5 approved of this type were about ₹100.00.'),
    ).toBeInTheDocument();
    expect(within(dialog).getByRole('button', { name: 'Approve' })).toBeEnabled();
  });

  it('OB-12 an offline decision waits on its card, as one of its own kind, and can be taken back', async () => {
    const user = userEvent.setup();
    await waiting('/list-auth?open=CNV3');
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Local Conveyance' })).getByRole('button', { name: 'Approve' }),
    );
    await waitFor(async () =>
      expect((await (await outbox()).list()).map(({ endpoint, record }) => [endpoint, record.kind, record.id])).toEqual(
        [['managerApproveConveyance', 'conveyance', 'CNV3']],
      ),
    );
    const close = screen.queryByRole('button', { name: 'Close' });
    if (close) await user.click(close);
    await waitFor(async () => expect(await names()).toContain('CNV3'));
    const card = (await cards()).find((each) => each.getAttribute('aria-label') === 'CNV3') as HTMLElement;
    expect(await within(card).findByText(/^Your decision:/)).toBeInTheDocument();
    expect(within(card).getByRole('button', { name: 'Take back' })).toBeInTheDocument();
  });

  it('LIST-7 by kind', async () => {
    await waiting('/list-auth?RECORD_KIND=0');
    expect(await names()).toEqual(['TRP9']);
  });

  it('LIST-8 nothing waits', async () => {
    await keep([as('manager', anyLocal({ managerApprovalStatus: 'MANAGER_APPROVED' }))]);
    await waiting();
    expect(await screen.findByText('Content not found')).toBeInTheDocument();
    expect(screen.getByText(/^Requests that need your decision/)).toBeInTheDocument();
  });
});

describe('MGR-26 on a manager’s own list, without network', () => {
  it('a travel claim beside its trip, and food near the limit, with what the stored list knew', async () => {
    await signInOffline(MANAGER);
    const day = 86_400_000;
    const row = aTravelExpense({
      expenseId: 'EXP8',
      travelExpenseType: 'FOOD',
      claimAmount: 400,
      facts: { otherFood: 300 },
    });
    await keepRows(
      'searchTravelExpenses',
      [{ ...row, startDate: row.expenseDate - 3 * day, endDate: row.expenseDate - day }],
      Date.now(),
      'test',
    );
    await showAt(
      '/approve-travel-expense?open=EXP8',
      ApproveTravelExpense,
      listSearch(TEAM_TRAVEL_FILTERS, TEAM_SORTS),
    );
    const dialog = await screen.findByRole('dialog', { name: 'Approve/Reject Travel Expense' });
    expect(within(dialog).getByText('Food claims on this day add up to ₹700.00 of ₹750.00.')).toBeInTheDocument();
    expect(within(dialog).getByText(/is 1 day after the trip/)).toBeInTheDocument();
    for (const sign of ['Near the food limit', 'Outside the trip']) expect(screen.getByText(sign)).toBeInTheDocument();
  });
});
