import { describe, expect, test } from 'vitest';
import type { TripWithClaims } from '#contract/expense.ts';
import { endOfDay, millisOfDay } from '#domain/dates.ts';
import { tripMatches, tripOrder } from '#domain/tripSearch.ts';
import { fc } from '#tests/support/property.ts';
import { aTrip } from '#tests/support/trips.ts';

const timeZone = 'Asia/Kolkata';
const ctx = { timeZone };
const at = (day: string) => String(millisOfDay(day, timeZone));
const until = (day: string) => String(endOfDay(day, timeZone));
const trip = aTrip({ startDate: millisOfDay('2026-08-10', timeZone), arrivalCity: 'New Delhi' });

describe('what a filter selects on the device', () => {
  test.each<[string, Parameters<typeof tripMatches>[0], boolean]>([
    ['nothing asked', {}, true],
    ['an empty filter', { DESTINATION: [] }, true],
    ['own', { USER_EMAIL: ['Employee@Example.com'] }, true],
    ['another’s', { USER_EMAIL: ['employee2@example.com'] }, false],
    ['the manager’s queue', { MANAGER_EMAIL: ['manager@example.com'] }, true],
    ['another queue', { MANAGER_EMAIL: ['manager2@example.com'] }, false],
    ['EMAIL means the employee', { EMAIL: ['employee@example.com'] }, true],
    ['an address', { EMPLOYEE_EMAIL: ['x', 'EMPLOYEE@example.com'] }, true],
    ['a name whatever the case', { EMPLOYEE_NAME: ['asha nair'] }, true],
    ['part of a name', { EMPLOYEE_NAME: ['asha'] }, false],
    ['a code', { EMPLOYEE_CODE: ['kh1001'] }, true],
    ['manager pending', { MANAGER_APPROVAL_STATUS: ['1'] }, true],
    ['manager decided', { MANAGER_APPROVAL_STATUS: ['0', '2', '3'] }, false],
    ['admin pending', { ADMIN_APPROVAL_STATUS: ['1'] }, true],
    ['admin decided', { ADMIN_APPROVAL_STATUS: ['0', '2', '3'] }, false],
    ['not initiated', { CANCELLATION_STATUS: ['3'] }, true],
    ['cancellations', { CANCELLATION_STATUS: ['0', '1', '2'] }, false],
    ['a destination whatever the case', { DESTINATION: ['Pune', 'new delhi'] }, true],
    ['part of a destination', { DESTINATION: ['Delhi'] }, false],
    ['where it begins', { DESTINATION: ['Bengaluru'] }, false],
    ['the day it starts', { DATE_RANGE: [at('2026-08-10'), until('2026-08-10')] }, true],
    ['from the day after', { DATE_RANGE: [at('2026-08-11'), ''] }, false],
    ['open to the past', { DATE_RANGE: ['', at('2026-08-10')] }, true],
    ['until the day before', { DATE_RANGE: ['', until('2026-08-09')] }, false],
    ['a filter of claims', { FINANCE_APPROVAL_STATUS: ['1'] }, false],
    [
      'all together',
      { USER_EMAIL: ['employee@example.com'], DESTINATION: ['New Delhi'], MANAGER_APPROVAL_STATUS: ['1'] },
      true,
    ],
    [
      'one of them wrong',
      { USER_EMAIL: ['employee@example.com'], DESTINATION: ['Pune'], MANAGER_APPROVAL_STATUS: ['1'] },
      false,
    ],
  ])('LIST-4 %s', (_, filters, selected) => expect(tripMatches(filters, trip, ctx)).toBe(selected));

  test('LIST-4 STAT-5 both spellings of a rejection, and no-shows', () => {
    for (const managerApprovalStatus of ['MANAGER_REJECT', 'MANAGER_REJECTED'] as const)
      expect(tripMatches({ MANAGER_APPROVAL_STATUS: ['2'] }, { ...trip, managerApprovalStatus }, ctx)).toBe(true);
    const absent = { ...trip, managerApprovalStatus: 'NO_SHOW', adminApprovalStatus: 'NO_SHOW' } as const;
    expect(tripMatches({ MANAGER_APPROVAL_STATUS: ['3'], ADMIN_APPROVAL_STATUS: ['3'] }, absent, ctx)).toBe(true);
  });

  test('TRIP-8 a cancelled trip is on its owner’s list, and elsewhere only where it is asked for', () => {
    const cancelled = { ...trip, cancellationStatus: 'APPROVED' } as const;
    expect(tripMatches({ USER_EMAIL: ['employee@example.com'] }, cancelled, ctx)).toBe(true);
    expect(tripMatches({ MANAGER_EMAIL: ['manager@example.com'] }, cancelled, ctx)).toBe(false);
    expect(tripMatches({}, cancelled, ctx)).toBe(false);
    expect(tripMatches({ CANCELLATION_STATUS: ['0', '1'] }, cancelled, ctx)).toBe(true);
  });

  test('LIST-4 a row of the travel-expense list is judged by what it says', () => {
    const row: TripWithClaims = {
      tripId: 'TRP1',
      startDate: trip.startDate,
      endDate: trip.endDate,
      fromLocation: 'Pune',
      toLocation: 'New Delhi',
      managerApprovalStatus: 'MANAGER_APPROVED',
      adminApprovalStatus: 'ADMIN_PENDING',
      dateResponseList: [],
    };
    expect(
      tripMatches(
        {
          USER_EMAIL: ['employee@example.com'],
          DESTINATION: ['new delhi'],
          MANAGER_APPROVAL_STATUS: ['0'],
          DATE_RANGE: [at('2026-08-10'), ''],
        },
        row,
        ctx,
      ),
    ).toBe(true);
    expect(tripMatches({ MANAGER_APPROVAL_STATUS: ['1'] }, row, ctx)).toBe(false);
    expect(tripMatches({ DESTINATION: ['Pune'] }, row, ctx)).toBe(false);
  });
});

describe('the order of a list', () => {
  test('LIST-3 newest first and total, or by employee code', () => {
    const some = fc.array(
      fc.record({ createdAt: fc.integer({ min: 1, max: 4 }), employeeCode: fc.constantFrom('KH1', 'KH2', 'KH3') }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(some, (list) => {
        const trips = list.map((one, index) => aTrip({ ...one, tripId: `TRP${index}` }));
        const newest = trips.toSorted(tripOrder());
        expect(trips.toReversed().toSorted(tripOrder())).toEqual(newest);
        expect(newest.map((one) => one.createdAt)).toEqual(trips.map((one) => one.createdAt).toSorted((a, b) => b - a));
        const byCode = trips.toSorted(tripOrder('EMPLOYEE_CODE'));
        expect(byCode.map((one) => one.employeeCode)).toEqual(trips.map((one) => one.employeeCode).toSorted());
        for (const code of ['KH1', 'KH2', 'KH3'])
          expect(byCode.filter((one) => one.employeeCode === code)).toEqual(
            newest.filter((one) => one.employeeCode === code),
          );
      }),
    );
  });
});
