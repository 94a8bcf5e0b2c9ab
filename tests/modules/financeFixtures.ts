import { screen } from '@testing-library/react';
import { outbox } from '#data/entries.ts';
import { keepRows } from '#data/readCache.ts';
import { aBill, aConveyance, aLocalExpense, aTravelExpense } from '#tests/support/claims.ts';
import { FINANCE, FINANCE_APPROVED, FINANCE_REJECTED, forFinance } from '#tests/support/reviews.tsx';
import { inDays } from '#tests/support/trips.ts';

export const rows = () => screen.findAllByRole('row', { name: /^(EXP|CNV)/ });
export const row = (id: string) => screen.findByRole('row', { name: new RegExp(`^${id},`) });
export const ids = async () => (await rows()).map((each) => each.getAttribute('data-key'));
export const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);
export const newest = async () => (await (await outbox()).list()).at(-1);

export const textOf = (line: HTMLElement, header: string): string | null => {
  const at = headers().indexOf(header);
  return (line.querySelectorAll('td')[at] as HTMLElement).textContent;
};

export const TRIP = {
  tripId: 'TRP9',
  startDate: inDays(5),
  endDate: inDays(7),
  fromLocation: 'Bengaluru',
  travelLocation: 'Chennai',
  baseLocation: 'Pune',
};

export async function keepAll(): Promise<void> {
  const at = Date.now();
  await keepRows(
    'searchTravelExpenses',
    [
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPA',
        creationDate: 3,
        claimDate: Date.UTC(2026, 10, 13, 6),
        travelExpenseType: 'FOOD',
        billUrl: [aBill(1), aBill(2)],
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance({ managerApprovedAmount: 90 }),
        expenseId: 'EXPB',
        creationDate: 2,
        claimAmount: 90,
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPC',
        creationDate: 1,
        financeApprovalStatus: FINANCE_APPROVED,
        financeApprovedAmount: 350,
        financeName: 'Joseph Mathew',
        financeRemarks: 'Cut',
        financeApprovalDate: Date.UTC(2026, 10, 14, 6),
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPD',
        creationDate: 0,
        financeApprovalStatus: FINANCE_REJECTED,
        financeApprovedAmount: 0,
        financeName: null,
        ...TRIP,
      }),
      aTravelExpense({
        ...forFinance(),
        expenseId: 'EXPE',
        creationDate: 4,
        userEmail: FINANCE.email,
        employeeName: FINANCE.name,
        ...TRIP,
      }),
      aTravelExpense({ expenseId: 'EXPF', creationDate: 5, ...TRIP }),
    ],
    at,
    'test',
  );
  await keepRows(
    'searchLocalExpenses',
    [
      aLocalExpense({
        ...forFinance(),
        expenseId: 'EXPL',
        creationDate: 2,
        localExpenseType: 'MOBILE_BILL',
        billUrl: [aBill(3)],
      }),
      aLocalExpense({ ...forFinance(), expenseId: 'EXPM', creationDate: 1 }),
    ],
    at,
    'test',
  );
  await keepRows(
    'searchConveyance',
    [
      aConveyance({
        ...forFinance(),
        tripId: 'CNVA',
        creationDate: 2,
        conveyanceType: 'AUTO',
        reimbursementLimit: 500,
        distanceTravelled: 12.5,
      }),
      aConveyance({ ...forFinance(), tripId: 'CNVB', creationDate: 1 }),
    ],
    at,
    'test',
  );
}
