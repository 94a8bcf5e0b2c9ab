import type { Trip } from '#contract/trip.ts';
import { toRupees } from '#domain/money.ts';
import { totalTravelDays, type TripState } from '#domain/trip.ts';
import type { TripInput } from '#domain/tripFields.ts';
import type { Day } from '#domain/dates.ts';
import type { NewTrip, TripRow } from './repository/trips.ts';
import { type BillRow, documentOf } from '#server/platform/files/billRow.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';

/** Rows of trips to the shapes of the wire, by hand: a column goes out because it is named here. */

const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));

export function tripAnswer(row: TripRow, timeZone: string): Trip {
  const millisOrNull = (day: Day | null): number | null => (day === null ? null : dayMillis(day, timeZone));
  return {
    tripId: row.id,
    userEmail: row.owner_email,
    employeeName: row.owner_name,
    employeeCode: row.owner_code,
    managerEmail: row.manager_email,
    managerName: row.manager_name,
    decidedBy: row.manager_decided_by !== null && row.manager_decided_by !== row.manager_id ? row.decider_name : null,
    startDate: dayMillis(row.start_date, timeZone),
    endDate: dayMillis(row.end_date, timeZone),
    preferredTime: row.preferred_time,
    tripType: row.trip_type,
    travelType: row.travel_type,
    modeOfTravel: row.mode,
    travelToBeDoneBy: row.done_by,
    travelBookedBy: row.booked_by,
    traveller: row.traveller,
    travellerDOB: millisOrNull(row.traveller_dob),
    totalTravelDays: totalTravelDays(row.start_date, row.end_date),
    departureCity: row.departure_city,
    arrivalCity: row.arrival_city,
    isAccommodationRequired: row.accommodation,
    accommodationCity: row.accommodation_city,
    preferredHotel: row.preferred_hotel,
    preferredLocation: row.preferred_location,
    checkInDate: millisOrNull(row.check_in),
    checkOutDate: millisOrNull(row.check_out),
    reasonForTravel: row.reason,
    remarks: row.remarks,
    managerRemarks: row.manager_remarks,
    adminRemarks: row.admin_remarks,
    cancellationRemarks: row.cancellation_remarks,
    adminCancellationRemarks: row.admin_cancellation_remarks,
    managerApprovalStatus: row.manager_status,
    adminApprovalStatus: row.admin_status,
    cancellationStatus: row.cancellation_status,
    ticketUploadStatus: row.ticket_status,
    ticketAmount: rupeesOrNull(row.ticket_amount),
    ticketRefundAmount: rupeesOrNull(row.ticket_refund),
    amountToBeDeductedFromSalary: rupeesOrNull(row.salary_deduction),
    ticketUrl: row.tickets.map(documentOf),
    ...(row.further_tickets.length > 0 && {
      furtherTickets: row.further_tickets.map(({ amount, reason, at, by }) => ({
        ticketAmount: toRupees(amount),
        reason,
        addedAt: at,
        addedBy: by,
      })),
    }),
    candidateEmpCode: row.candidate_code,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.saved_at !== null && { savedAt: row.saved_at }),
  };
}

/** What the rules of a trip's state look at. */
export const tripStateOf = (
  row: Pick<TripRow, 'manager_status' | 'admin_status' | 'cancellation_status'>,
): TripState => ({
  managerApprovalStatus: row.manager_status,
  adminApprovalStatus: row.admin_status,
  cancellationStatus: row.cancellation_status,
});

/** What its owner fills in, as columns. */
export const columnsOf = (input: TripInput) =>
  ({
    start_date: input.startDate,
    end_date: input.endDate,
    preferred_time: input.preferredTime,
    trip_type: input.tripType,
    travel_type: input.travelType,
    mode: input.modeOfTravel,
    done_by: input.travelToBeDoneBy,
    booked_by: input.travelBookedBy,
    traveller: input.traveller,
    traveller_dob: input.travellerDOB,
    departure_city: input.departureCity,
    arrival_city: input.arrivalCity,
    accommodation: input.isAccommodationRequired,
    accommodation_city: input.accommodationCity,
    preferred_hotel: input.preferredHotel,
    preferred_location: input.preferredLocation,
    check_in: input.checkInDate,
    check_out: input.checkOutDate,
    reason: input.reasonForTravel,
    remarks: input.remarks,
  }) satisfies Partial<NewTrip>;

/** The same the other way: what a stored trip would be if it were sent now. */
export const inputOf = (row: TripRow): TripInput => ({
  startDate: row.start_date,
  endDate: row.end_date,
  preferredTime: row.preferred_time ?? 0,
  tripType: row.trip_type,
  travelType: row.travel_type,
  modeOfTravel: row.mode,
  travelToBeDoneBy: row.done_by,
  travelBookedBy: row.booked_by,
  traveller: row.traveller,
  travellerDOB: row.traveller_dob,
  departureCity: row.departure_city,
  arrivalCity: row.arrival_city,
  isAccommodationRequired: row.accommodation,
  accommodationCity: row.accommodation_city,
  preferredHotel: row.preferred_hotel,
  preferredLocation: row.preferred_location,
  checkInDate: row.check_in,
  checkOutDate: row.check_out,
  reasonForTravel: row.reason,
  remarks: row.remarks,
});

type Snapped = Omit<
  TripRow,
  | 'tickets'
  | 'further_tickets'
  | 'owner_email'
  | 'owner_name'
  | 'owner_code'
  | 'manager_email'
  | 'manager_name'
  | 'decider_name'
>;

/** What the audit log keeps of a trip before and after a change. Amounts are paise, dates are days. */
export function tripSnapshot(
  row: Snapped & { tickets: readonly Pick<BillRow, 'fingerPrint'>[]; further_tickets?: TripRow['further_tickets'] },
): Record<string, unknown> {
  return {
    startDate: row.start_date,
    endDate: row.end_date,
    preferredTime: row.preferred_time,
    tripType: row.trip_type,
    travelType: row.travel_type,
    modeOfTravel: row.mode,
    travelToBeDoneBy: row.done_by,
    travelBookedBy: row.booked_by,
    traveller: row.traveller,
    travellerDOB: row.traveller_dob,
    departureCity: row.departure_city,
    arrivalCity: row.arrival_city,
    isAccommodationRequired: row.accommodation,
    accommodationCity: row.accommodation_city,
    preferredHotel: row.preferred_hotel,
    preferredLocation: row.preferred_location,
    checkInDate: row.check_in,
    checkOutDate: row.check_out,
    reasonForTravel: row.reason,
    remarks: row.remarks,
    managerId: row.manager_id,
    managerStatus: row.manager_status,
    managerRemarks: row.manager_remarks,
    adminStatus: row.admin_status,
    adminRemarks: row.admin_remarks,
    cancellationStatus: row.cancellation_status,
    cancellationRemarks: row.cancellation_remarks,
    adminCancellationRemarks: row.admin_cancellation_remarks,
    ticketStatus: row.ticket_status,
    tickets: row.tickets.map((ticket) => ticket.fingerPrint),
    ticketAmount: row.ticket_amount,
    ticketRefundAmount: row.ticket_refund,
    amountToBeDeductedFromSalary: row.salary_deduction,
    candidateEmpCode: row.candidate_code,
    version: row.version,
    ...(row.further_tickets?.length && {
      furtherTickets: row.further_tickets.map(({ amount, reason }) => ({ amount, reason })),
    }),
  };
}
