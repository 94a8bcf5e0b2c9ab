import { describe, expect, test } from 'vitest';
import { MANAGER_STATUSES, TRAVEL_DONE_BY } from '#contract/enums.ts';
import { afterCancel, afterTripEdit, isCancelled, tripCan } from '#domain/trip.ts';
import type { TripInput } from '#domain/tripFields.ts';
import { combinations, ok, valueOf } from './tripFixtures.ts';

describe('every combination of manager, admin and cancellation status', () => {
  test('TRIP-8 there are 80', () => expect(combinations).toHaveLength(80));
  test.each(combinations)(
    'TRIP-6 TRIP-7 TRIP-8 TRIP-9 TRV-1 $managerApprovalStatus $adminApprovalStatus $cancellationStatus',
    (trip) => {
      const { managerApprovalStatus: manager, adminApprovalStatus: admin, cancellationStatus: cancellation } = trip;
      const cancelled = cancellation === 'APPROVED';
      const rejected = manager === 'MANAGER_REJECT' || manager === 'MANAGER_REJECTED';
      expect(isCancelled(trip)).toBe(cancelled);
      expect(ok(tripCan.edit(trip))).toBe(admin === 'ADMIN_PENDING' && !cancelled);
      expect(ok(tripCan.cancel(trip, false))).toBe(cancellation === 'NOT_INITIATED' && !rejected);
      expect(ok(tripCan.cancel(trip, true))).toBe(false);
      expect(ok(tripCan.editCancellationRemarks(trip))).toBe(cancellation === 'NOT_INITIATED');
      for (const travelToBeDoneBy of TRAVEL_DONE_BY)
        expect(ok(tripCan.migrate({ ...trip, travelToBeDoneBy }))).toBe(travelToBeDoneBy === 'CANDIDATE' && !cancelled);
      expect(ok(tripCan.claim(trip))).toBe(
        manager === 'MANAGER_APPROVED' &&
          admin === 'ADMIN_APPROVED' &&
          (cancellation === 'NOT_INITIATED' || cancellation === 'REJECTED'),
      );
      for (const verdict of [
        tripCan.edit(trip),
        tripCan.cancel(trip, true),
        tripCan.migrate({ ...trip, travelToBeDoneBy: 'SELF' }),
        tripCan.claim(trip),
      ]) {
        if (!verdict.ok)
          expect([verdict.code, verdict.message]).toEqual([
            'CONFLICT',
            expect.stringMatching(cancelled ? /^This trip was cancelled$/ : /./),
          ]);
      }
    },
  );
  test('TRV-1 the manager’s sentence is said before the admin’s', () => {
    const pending = {
      managerApprovalStatus: 'MANAGER_PENDING',
      adminApprovalStatus: 'ADMIN_PENDING',
      cancellationStatus: 'NOT_INITIATED',
    } as const;
    expect(tripCan.claim(pending)).toMatchObject({ message: 'Travel request is not approved by the manager!' });
    expect(tripCan.claim({ ...pending, managerApprovalStatus: 'MANAGER_APPROVED' })).toMatchObject({
      message: 'Travel request is not approved by the admin!',
    });
  });
  test.each(combinations)(
    'TRIP-7 asked to be cancelled: $managerApprovalStatus $adminApprovalStatus $cancellationStatus',
    (trip) => {
      const seen = trip.managerApprovalStatus === 'MANAGER_APPROVED' || trip.adminApprovalStatus === 'ADMIN_APPROVED';
      expect(afterCancel(trip, false)).toBe(seen ? 'PENDING' : 'APPROVED');
      expect(afterCancel(trip, true)).toBe('PENDING');
    },
  );
});

describe('after an edit', () => {
  const changes: [keyof TripInput, unknown][] = [
    ['startDate', '2026-08-21'],
    ['endDate', '2026-08-23'],
    ['preferredTime', 0],
    ['travelType', 'INTERNATIONAL'],
    ['tripType', 'ONE_WAY'],
    ['travelBookedBy', 'SELF'],
    ['reasonForTravel', 'x'],
    ['modeOfTravel', 'AIR'],
    ['travelToBeDoneBy', 'CLIENT'],
    ['departureCity', 'x'],
    ['arrivalCity', 'x'],
    ['traveller', 'x'],
    ['travellerDOB', '1990-01-01'],
    ['isAccommodationRequired', true],
    ['accommodationCity', 'x'],
    ['checkInDate', '2026-08-20'],
    ['checkOutDate', '2026-08-21'],
    ['preferredHotel', 'x'],
    ['preferredLocation', 'x'],
  ];
  test('TRIP-6 every field counts', () =>
    expect([...changes.map(([field]) => field), 'remarks'].toSorted()).toEqual(Object.keys(valueOf()).toSorted()));
  test.each(changes)('TRIP-6 another %s sends what was decided back to the manager', (field, value) => {
    for (const managerStatus of MANAGER_STATUSES)
      expect(afterTripEdit({ ...valueOf(), managerStatus }, { ...valueOf(), [field]: value })).toBe('MANAGER_PENDING');
  });
  test('TRIP-6 other remarks alone do not, nor does saving without a change', () => {
    for (const managerStatus of MANAGER_STATUSES)
      for (const remarks of ['x', null])
        expect(afterTripEdit({ ...valueOf({ remarks: 'old' }), managerStatus }, { ...valueOf(), remarks })).toBe(
          managerStatus,
        );
  });
});
