import { MANAGER_STATUSES } from '#contract/enums.ts';
import type { Conveyance, LocalExpense, TravelExpense, TripWithClaims } from '#contract/expense.ts';
import { dayOf, millisOfDay } from '#domain/dates.ts';
import { tripDays } from '#domain/trip.ts';

let made = 0;

/** A local expense as the server answers it. */
export function aLocalExpense(more: Partial<LocalExpense> = {}): LocalExpense {
  made += 1;
  const at = Date.UTC(2026, 10, 12, 6) + made;
  return {
    expenseId: `EXP${String(made).padStart(4, '0')}`,
    userEmail: 'employee@example.com',
    employeeName: 'Asha Nair',
    employeeCode: 'KH1001',
    managerEmail: 'manager@example.com',
    localExpenseType: 'OTHERS',
    expenseDate: Date.UTC(2026, 10, 11, 18, 30),
    claimAmount: 450,
    remarks: 'Taxi to the client',
    billUrl: [],
    managerApprovalStatus: 'MANAGER_PENDING',
    managerApprovedAmount: null,
    managerRemarks: null,
    managerApprovalDate: null,
    managerName: null,
    financeApprovalStatus: 'FINANCE_PENDING',
    financeApprovedAmount: null,
    financeRemarks: null,
    financeApprovalDate: null,
    financeName: null,
    creationDate: at,
    claimDate: at,
    createdAt: at,
    updatedAt: at,
    version: 1,
    ...more,
  };
}

/** A claim of the sales app as the server answers it. */
export function aConveyance(more: Partial<Conveyance> = {}): Conveyance {
  made += 1;
  const { expenseId: _id, expenseDate, localExpenseType: _type, ...common } = aLocalExpense();
  return {
    ...common,
    tripId: `CNV${String(made).padStart(4, '0')}`,
    travelDate: expenseDate,
    clientName: 'Acme Industries',
    fromLocation: 'Andheri',
    toLocation: 'Bandra',
    conveyanceType: 'CAB',
    distanceTravelled: 12.5,
    reimbursementLimit: null,
    remarks: null,
    ...more,
  };
}

const ZONE = 'Asia/Kolkata';

/** A claim of a day of a trip as the server answers it. */
export function aTravelExpense(more: Partial<TravelExpense> = {}): TravelExpense {
  const { localExpenseType: _type, ...common } = aLocalExpense();
  return { ...common, tripId: 'TRP0001', travelExpenseType: 'CONVEYANCE', ...more };
}

/** A trip that both have approved, with its days; each claim stands on its own day. */
export function aTripWithClaims(
  startDay: string,
  endDay: string,
  claims: readonly TravelExpense[] = [],
  more: Partial<TripWithClaims> = {},
): TripWithClaims {
  return {
    tripId: 'TRP0001',
    startDate: millisOfDay(startDay, ZONE),
    endDate: millisOfDay(endDay, ZONE),
    fromLocation: 'Bengaluru',
    toLocation: 'Mumbai',
    managerApprovalStatus: APPROVED,
    adminApprovalStatus: 'ADMIN_APPROVED',
    dateResponseList: tripDays(startDay, endDay).map((day) => ({
      expenseDate: millisOfDay(day, ZONE),
      travelExpenses: claims.filter((claim) => dayOf(claim.expenseDate, ZONE) === day),
    })),
    ...more,
  };
}

/** A bill as a list answers it; `n`: one digit, of which its fingerprint is made. */
export const aBill = (n: number) => ({
  fingerPrint: String(n).repeat(64),
  name: `${n}.jpg`,
  size: 1,
  type: 'image/jpeg',
  url: '',
});

export const [PENDING, APPROVED, REJECTED] = MANAGER_STATUSES;
