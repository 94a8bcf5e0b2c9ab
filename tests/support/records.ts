import {
  ADMIN_STATUSES,
  CANCELLATION_STATUSES,
  CONVEYANCE_TYPES,
  TICKET_STATUSES,
  TRAVEL_BOOKED_BY,
  TRAVEL_DONE_BY,
  TRAVEL_MODES,
  TRAVEL_TYPES,
  TRIP_TYPES,
} from '#contract/enums.ts';
import type { AnyRecord } from '#contract/record.ts';
import { aLocalExpense, PENDING } from './claims.ts';

/** Records of every kind as the server answers them. */

export const anyLocal = (more: Parameters<typeof aLocalExpense>[0] = {}): AnyRecord => ({
  kind: 'localExpense',
  record: aLocalExpense(more),
});

export function anyTravel(more: Record<string, unknown> = {}): AnyRecord {
  const { localExpenseType: _type, ...common } = aLocalExpense();
  return { kind: 'travelExpense', record: { ...common, tripId: 'TRP0001', travelExpenseType: 'FOOD', ...more } };
}

export function anyConveyance(more: Record<string, unknown> = {}): AnyRecord {
  const { localExpenseType: _type, expenseId, ...common } = aLocalExpense();
  return {
    kind: 'conveyance',
    record: {
      ...common,
      tripId: expenseId.replace('EXP', 'CNV'),
      travelDate: common.expenseDate,
      clientName: 'Kaveri Foods',
      fromLocation: 'Whitefield',
      toLocation: 'Hebbal',
      conveyanceType: CONVEYANCE_TYPES[0],
      distanceTravelled: 12,
      reimbursementLimit: null,
      ...more,
    },
  };
}

export function anyTrip(more: Record<string, unknown> = {}): AnyRecord {
  const { userEmail, employeeName, employeeCode, managerEmail, createdAt, updatedAt, version, expenseId } =
    aLocalExpense();
  return {
    kind: 'trip',
    record: {
      tripId: expenseId.replace('EXP', 'TRP'),
      userEmail,
      employeeName,
      employeeCode,
      managerEmail,
      createdAt,
      updatedAt,
      version,
      startDate: Date.UTC(2026, 10, 19, 18, 30),
      endDate: Date.UTC(2026, 10, 21, 18, 30),
      preferredTime: 34_200_000,
      tripType: TRIP_TYPES[1],
      travelType: TRAVEL_TYPES[0],
      modeOfTravel: TRAVEL_MODES[2],
      travelToBeDoneBy: TRAVEL_DONE_BY[0],
      travelBookedBy: TRAVEL_BOOKED_BY[1],
      traveller: null,
      travellerDOB: null,
      totalTravelDays: 3,
      departureCity: 'Bengaluru',
      arrivalCity: 'Pune',
      isAccommodationRequired: false,
      accommodationCity: null,
      preferredHotel: null,
      preferredLocation: null,
      checkInDate: null,
      checkOutDate: null,
      reasonForTravel: 'Dealer meet',
      remarks: null,
      managerRemarks: null,
      adminRemarks: null,
      cancellationRemarks: null,
      adminCancellationRemarks: null,
      managerApprovalStatus: PENDING,
      adminApprovalStatus: ADMIN_STATUSES[0],
      cancellationStatus: CANCELLATION_STATUSES[0],
      ticketUploadStatus: TICKET_STATUSES[0],
      ticketAmount: null,
      ticketRefundAmount: null,
      amountToBeDeductedFromSalary: null,
      ticketUrl: [],
      candidateEmpCode: null,
      ...more,
    },
  };
}
