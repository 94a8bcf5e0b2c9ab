import { screen } from '@testing-library/react';
import { keepRows } from '#data/readCache.ts';
import { aBill, APPROVED, REJECTED, aConveyance, aLocalExpense, aTravelExpense } from '#tests/support/claims.ts';
import { CARDS, type QueueName } from '#tests/support/approvals.tsx';
import { aTrip, inDays } from '#tests/support/trips.ts';

export const cards = () => screen.findAllByRole('listitem', { name: CARDS });

export const PATHS: Readonly<Record<QueueName, string>> = {
  trips: '/approve-travel-request',
  travel: '/approve-travel-expense',
  local: '/approve-local/expense',
  conveyance: '/approve-local/conveyance',
};

export async function keepAll(): Promise<void> {
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
        billUrl: [aBill(1), aBill(2)],
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
      aConveyance({ tripId: 'CNVA', creationDate: 3, conveyanceType: 'AUTO', billUrl: [aBill(3)] }),
      aConveyance({ tripId: 'CNVB', creationDate: 2, claimAmount: 90 }),
      aConveyance({ tripId: 'CNVC', creationDate: 1, managerApprovalStatus: REJECTED, managerRemarks: 'No bill' }),
    ],
    at,
    'test',
  );
  await keepRows('searchLocalExpenses', [aLocalExpense({ expenseId: 'EXPL' })], at, 'test');
}
