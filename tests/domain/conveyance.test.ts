import { describe, expect, test } from 'vitest';
import { CONVEYANCE_TYPES, FINANCE_STATUSES, MANAGER_STATUSES } from '#contract/enums.ts';
import {
  afterConveyanceEdit,
  conveyanceCan,
  isComputed,
  parseConveyance,
  parseIntakeRow,
  reimbursement,
} from '#domain/conveyance.ts';
import { millisOfDay } from '#domain/dates.ts';
import { QUEUED_FINGER_PRINT } from '#domain/parsing.ts';

const timeZone = 'Asia/Kolkata';
const today = '2026-08-15';
const bill = 'a'.repeat(64);

describe('who may change a conveyance claim', () => {
  const states = FINANCE_STATUSES.flatMap((financeApprovalStatus) =>
    MANAGER_STATUSES.flatMap((managerApprovalStatus) =>
      CONVEYANCE_TYPES.flatMap((conveyanceType) =>
        [true, false].map((withdrawn) => ({ financeApprovalStatus, managerApprovalStatus, conveyanceType, withdrawn })),
      ),
    ),
  );

  test('CNV-1 exactly: finance pending, not rejected by the manager, no own vehicle, not withdrawn', () => {
    expect(states).toHaveLength(3 * 5 * 5 * 2);
    const open = states.filter((state) => conveyanceCan.edit(state).ok);
    expect(open).toEqual(
      states.filter(
        (state) =>
          state.financeApprovalStatus === 'FINANCE_PENDING' &&
          !['MANAGER_REJECT', 'MANAGER_REJECTED'].includes(state.managerApprovalStatus) &&
          !['SELF_CAR', 'SELF_BIKE'].includes(state.conveyanceType) &&
          !state.withdrawn,
      ),
    );
    expect(open).toHaveLength(3 * 3);
  });

  test('CNV-1 each refusal says which condition fails', () => {
    const open = {
      financeApprovalStatus: 'FINANCE_PENDING',
      managerApprovalStatus: 'MANAGER_PENDING',
      conveyanceType: 'CAB',
    } as const;
    const message = (change: object): string => {
      const verdict = conveyanceCan.edit({ ...open, ...change });
      return verdict.ok ? '' : `${verdict.code}: ${verdict.message}`;
    };
    expect(message({})).toBe('');
    expect(message({ conveyanceType: 'SELF_CAR' })).toBe(
      'CONFLICT: This amount is computed from the distance and cannot be changed',
    );
    expect(message({ financeApprovalStatus: 'FINANCE_REJECT' })).toBe(
      'CONFLICT: Finance has already decided this claim',
    );
    expect(message({ managerApprovalStatus: 'MANAGER_REJECT' })).toBe('CONFLICT: The manager has rejected this claim');
    expect(message({ withdrawn: true })).toBe('CONFLICT: This claim was withdrawn');
  });

  test('CNV-6 another amount or other bills go back to the manager, remarks and the order of bills do not', () => {
    const approved = { managerStatus: 'MANAGER_APPROVED', paise: 12_000, fingerPrints: ['a', 'b'] } as const;
    expect(afterConveyanceEdit(approved, { paise: 12_000, fingerPrints: ['b', 'a'] })).toBe('MANAGER_APPROVED');
    expect(afterConveyanceEdit(approved, { paise: 12_001, fingerPrints: ['a', 'b'] })).toBe('MANAGER_PENDING');
    expect(afterConveyanceEdit(approved, { paise: 12_000, fingerPrints: ['a'] })).toBe('MANAGER_PENDING');
    expect(afterConveyanceEdit(approved, { paise: 12_000, fingerPrints: ['a', 'c'] })).toBe('MANAGER_PENDING');
  });
});

describe('a change of a conveyance claim as sent', () => {
  const good = { tripId: 'CNV1', claimAmount: '1,234.50', remarks: ' by cab ', billUrl: [bill] };

  test('CNV-2 is read into clean values; remarks may be missing', () => {
    expect(parseConveyance(good)).toEqual({
      ok: true,
      value: { tripId: 'CNV1', paise: 123_450, remarks: 'by cab', bills: [{ fingerPrint: bill }] },
    });
    for (const remarks of [undefined, null, '', '  '])
      expect(parseConveyance({ ...good, remarks })).toMatchObject({ ok: true, value: { remarks: null } });
  });

  test('CNV-2 every missing field is said, in the order of the form', () => {
    const parsed = parseConveyance({ tripId: 'CNV1' });
    expect(parsed).toEqual({
      ok: false,
      message: 'Please enter claim amount',
      errors: { claimAmount: 'Please enter claim amount', billUrl: 'Please upload bill' },
    });
    expect(parseConveyance(null)).toMatchObject({ ok: false, message: 'tripId is missing.' });
  });

  test.each([
    [[], 'Please upload bill'],
    ['x', 'Please upload bill'],
    [['nonsense'], 'A bill cannot be read. Please upload it again'],
    [Array.from({ length: 21 }, () => QUEUED_FINGER_PRINT), 'At most 20 bills can be attached'],
  ])('CNV-2 bills %j: %s', (billUrl, message) => {
    expect(parseConveyance({ ...good, billUrl })).toMatchObject({ ok: false, errors: { billUrl: message } });
  });

  test.each([0, -1, '1,23', 'ten', 1e12, 1.234])('CNV-2 amount %j is refused', (claimAmount) => {
    expect(Object.keys((parseConveyance({ ...good, claimAmount }) as { errors: object }).errors)).toEqual([
      'claimAmount',
    ]);
  });
});

describe('what the sales app brings', () => {
  const row = {
    externalId: 'S-1',
    employeeEmail: 'Employee@Example.com',
    clientName: 'Acme',
    fromLocation: 'Andheri',
    toLocation: 'Bandra',
    travelDate: millisOfDay('2026-08-10', timeZone),
    conveyanceType: 'CAB',
    distanceTravelled: 12.5,
    claimAmount: 480,
    remarks: 'demo',
  };
  const read = (change: object) => parseIntakeRow({ ...row, ...change }, { today, timeZone });

  test('CNV-4 is read into clean values', () => {
    expect(read({})).toEqual({
      ok: true,
      value: {
        externalId: 'S-1',
        employeeEmail: 'employee@example.com',
        clientName: 'Acme',
        fromLocation: 'Andheri',
        toLocation: 'Bandra',
        day: '2026-08-10',
        type: 'CAB',
        distanceKm: 12.5,
        paise: 48_000,
        remarks: 'demo',
      },
    });
  });

  test('CNV-3 an own vehicle is paid by distance and rate, whatever amount was sent', () => {
    expect(read({ conveyanceType: 'SELF_CAR', claimAmount: 99_999 })).toMatchObject({ value: { paise: 15_000 } });
    expect(read({ conveyanceType: 'SELF_BIKE', claimAmount: undefined })).toMatchObject({ value: { paise: 6_250 } });
    expect(read({ conveyanceType: 'SELF_BIKE', distanceTravelled: 0 })).toMatchObject({
      ok: false,
      errors: { claimAmount: 'distanceTravelled must be more than 0' },
    });
  });

  test('CNV-3 distances come to whole paise, and other vehicles have no such limit', () => {
    expect(reimbursement('SELF_CAR', 0.1 + 0.2)).toBe(360);
    expect(reimbursement('SELF_CAR', 12.345)).toBe(14_814);
    expect(CONVEYANCE_TYPES.filter((type) => reimbursement(type, 10) === null)).toEqual(['CAB', 'AUTO', 'BUS']);
    expect(CONVEYANCE_TYPES.filter(isComputed)).toEqual(['SELF_CAR', 'SELF_BIKE']);
  });

  test('CNV-4 a row with nothing in it names every field', () => {
    expect(Object.keys((parseIntakeRow(null, { today, timeZone }) as { errors: object }).errors)).toEqual([
      'externalId',
      'employeeEmail',
      'clientName',
      'fromLocation',
      'toLocation',
      'travelDate',
      'conveyanceType',
      'distanceTravelled',
    ]);
  });

  test.each([
    [{ claimAmount: undefined }, 'Please enter claim amount'],
    [{ travelDate: millisOfDay('2026-08-16', timeZone) }, 'travelDate cannot be in the future'],
    [{ travelDate: 'soon' }, 'travelDate is not a date'],
    [{ conveyanceType: 'PLANE' }, 'conveyanceType is not known'],
    [{ distanceTravelled: -1 }, 'distanceTravelled must be kilometres from 0 to 10000'],
    [{ distanceTravelled: 10_001 }, 'distanceTravelled must be kilometres from 0 to 10000'],
    [{ externalId: ' ' }, 'externalId is missing'],
    [{ clientName: 'x'.repeat(301) }, 'clientName cannot be longer than 300 characters'],
    [{ toLocation: 'a\nb' }, 'toLocation contains characters that cannot be stored'],
    [{ remarks: 'a\u0000b' }, 'Remarks contain characters that cannot be stored'],
  ])('CNV-4 %j: %s', (change, message) => {
    expect(read(change)).toMatchObject({ ok: false, message });
  });
});
