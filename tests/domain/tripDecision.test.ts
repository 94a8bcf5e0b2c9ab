import { describe, expect, test } from 'vitest';
import { TICKET_STATUSES, TRAVEL_MODES } from '#contract/enums.ts';
import {
  adminCan,
  afterAdminDecision,
  afterCancellation,
  approvesWithoutTicket,
  managerTripCan,
  mayActOnTrip,
  NO_SHOW,
  parseAdminDecision,
  parseCancellationDetails,
  parseTicketDetails,
} from '#domain/tripDecision.ts';
import { combinations, ok } from './tripFixtures.ts';

const print = 'a'.repeat(64);

describe('every combination of manager, admin and cancellation status', () => {
  test.each(combinations)(
    'MGR-1 ADM-1 ADM-2 ADM-4 ADM-6 TRIP-8 $managerApprovalStatus $adminApprovalStatus $cancellationStatus',
    (trip) => {
      const { managerApprovalStatus: manager, adminApprovalStatus: admin, cancellationStatus: cancellation } = trip;
      const cancelled = cancellation === 'APPROVED';
      const open = admin === 'ADMIN_PENDING' && (cancellation === 'NOT_INITIATED' || cancellation === 'REJECTED');
      const rejected = manager === 'MANAGER_REJECT' || manager === 'MANAGER_REJECTED';
      expect(ok(managerTripCan.decide(trip))).toBe(manager === 'MANAGER_PENDING' && !cancelled);
      expect(ok(adminCan.decide(trip))).toBe(open && manager === 'MANAGER_APPROVED');
      expect(ok(adminCan.settleCancellation(trip))).toBe(cancellation === 'PENDING');
      expect(ok(adminCan.markNoShow(trip, '2026-07-14', '2026-07-15'))).toBe(
        manager === 'MANAGER_APPROVED' && admin === 'ADMIN_APPROVED' && !cancelled,
      );
      expect(ok(adminCan.markNoShow(trip, '2026-07-15', '2026-07-15'))).toBe(false);
      for (const modeOfTravel of TRAVEL_MODES) {
        for (const isAccommodationRequired of [true, false]) {
          for (const ticketUploadStatus of TICKET_STATUSES) {
            const needed = modeOfTravel !== 'OWN_CAR' || isAccommodationRequired;
            const whole = { ...trip, modeOfTravel, isAccommodationRequired, ticketUploadStatus };
            expect(ok(adminCan.addTickets(whole))).toBe(
              open && needed && ticketUploadStatus === 'NOT_UPDATED' && !rejected,
            );
            expect(approvesWithoutTicket(whole)).toBe(needed && ticketUploadStatus === 'NOT_UPDATED');
          }
        }
      }
      for (const verdict of [
        managerTripCan.decide(trip),
        adminCan.decide(trip),
        adminCan.settleCancellation(trip),
        adminCan.markNoShow(trip, '2026-07-14', '2026-07-15'),
      ]) {
        if (!verdict.ok)
          expect([verdict.code, verdict.message]).toEqual([
            'CONFLICT',
            expect.stringMatching(cancelled ? /^This trip was cancelled$/ : /./),
          ]);
      }
    },
  );
  test('ADM-1 the manager’s sentence before the manager has approved', () => {
    expect(
      adminCan.decide({
        managerApprovalStatus: 'MANAGER_PENDING',
        adminApprovalStatus: 'ADMIN_PENDING',
        cancellationStatus: 'NOT_INITIATED',
      }),
    ).toMatchObject({ message: 'Travel request is not approved by the manager!' });
  });
  test('STAT-2 ADM-4 ADM-6 what they come to', () => {
    expect([
      afterAdminDecision(true),
      afterAdminDecision(false),
      afterCancellation(true),
      afterCancellation(false),
    ]).toEqual(['ADMIN_APPROVED', 'ADMIN_REJECTED', 'APPROVED', 'REJECTED']);
    expect(NO_SHOW).toEqual({ manager: 'NO_SHOW', admin: 'NO_SHOW' });
  });
  test('ACC-6 nobody acts on their own', () => {
    expect(mayActOnTrip('a', { ownerId: 'a' })).toEqual({
      ok: false,
      code: 'FORBIDDEN',
      message: 'You cannot decide your own request.',
    });
    expect(mayActOnTrip('a', { ownerId: 'b' })).toEqual({ ok: true });
  });
});

describe('what is sent', () => {
  test('ADM-1 rejecting needs remarks, approving none', () => {
    for (const body of [undefined, {}, { adminRemarks: ' ' }]) {
      expect(parseAdminDecision(true, body)).toEqual({ ok: true, value: { remarks: null } });
      expect(parseAdminDecision(false, body)).toEqual({
        ok: false,
        errors: { adminRemarks: 'Please add admin remark' },
        message: 'Please add admin remark',
      });
    }
    expect(parseAdminDecision(false, { adminRemarks: ' No seats ' })).toEqual({
      ok: true,
      value: { remarks: 'No seats' },
    });
    expect(parseAdminDecision(true, { adminRemarks: 7 })).toMatchObject({ ok: false, message: 'Remarks must be text' });
  });
  test.each([
    [{}, { ticketAmount: 'Please enter ticket amount', ticketUrl: 'Please upload bill' }, 'Please Add Ticket Amount'],
    [
      { ticketAmount: '', ticketUrl: [print] },
      { ticketAmount: 'Please enter ticket amount' },
      'Please Add Ticket Amount',
    ],
    [
      { ticketAmount: 0, ticketUrl: [print] },
      { ticketAmount: 'Amount must be more than 0' },
      'Amount must be more than 0',
    ],
    [{ ticketAmount: 10, ticketUrl: [] }, { ticketUrl: 'Please upload bill' }, 'Please upload bill'],
    [
      { ticketAmount: 10, ticketUrl: ['x'] },
      { ticketUrl: 'A bill cannot be read. Please upload it again' },
      'A bill cannot be read. Please upload it again',
    ],
  ])('ADM-2 ticket details %j', (body, errors, message) =>
    expect(parseTicketDetails(body)).toEqual({ ok: false, errors, message }),
  );
  test('ADM-2 good ticket details', () =>
    expect(parseTicketDetails({ ticketAmount: '1,234.50', ticketUrl: [print, { fingerPrint: print }] })).toEqual({
      ok: true,
      value: { paise: 123_450, tickets: [{ fingerPrint: print }] },
    }));

  const [refund, deduct] = ['Please enter Ticket Refund amount', 'Please enter Salary Deduct amount'];
  test.each([
    [{}, { ticketRefundAmount: refund, amountToBeDeductedFromSalary: deduct }, 'Please Add Missing Details'],
    [{ ticketRefundAmount: 0 }, { amountToBeDeductedFromSalary: deduct }, 'Please Add Missing Details'],
    [{ amountToBeDeductedFromSalary: '0' }, { ticketRefundAmount: refund }, 'Please Add Missing Details'],
    [
      { ticketRefundAmount: 1000.01, amountToBeDeductedFromSalary: 0 },
      { ticketRefundAmount: 'Refund cannot be more than the ticket amount' },
      'Refund cannot be more than the ticket amount',
    ],
    [
      { ticketRefundAmount: -1, amountToBeDeductedFromSalary: 0 },
      { ticketRefundAmount: 'Amount must be digits, with comma or dot' },
      'Amount must be digits, with comma or dot',
    ],
    [
      { ticketRefundAmount: 0, amountToBeDeductedFromSalary: 0, adminCancellationRemarks: 'x'.repeat(2001) },
      { adminCancellationRemarks: 'Remarks cannot be longer than 2000 characters' },
      'Remarks cannot be longer than 2000 characters',
    ],
  ])('ADM-4 cancellation details %j', (body, errors, message) =>
    expect(parseCancellationDetails(body, 100_000)).toEqual({ ok: false, errors, message }),
  );
  test('ADM-4 both amounts may be 0, and no ticket gives nothing back', () => {
    expect(parseCancellationDetails({ ticketRefundAmount: 0, amountToBeDeductedFromSalary: '0.00' }, null)).toEqual({
      ok: true,
      value: { remarks: null, refund: 0, deduction: 0 },
    });
    expect(
      parseCancellationDetails(
        { ticketRefundAmount: '1,000', amountToBeDeductedFromSalary: 50, adminCancellationRemarks: 'x' },
        100_000,
      ),
    ).toEqual({ ok: true, value: { remarks: 'x', refund: 100_000, deduction: 5_000 } });
    expect(parseCancellationDetails({ ticketRefundAmount: 1, amountToBeDeductedFromSalary: 0 }, null)).toMatchObject({
      ok: false,
    });
  });
});
