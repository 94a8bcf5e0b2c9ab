import type { Trip } from '#contract/trip.ts';
import { toRupees } from '#domain/money.ts';
import { DAY } from '#domain/fieldKinds.ts';
import { totalTravelDays, type TripState } from '#domain/trip.ts';
import { ofEachTripField, TRIP_FIELD_NAMES, type TripField, type TripInput } from '#domain/tripFields.ts';
import type { Day } from '#domain/dates.ts';
import type { NewTrip, TripRow } from './repository/trips.ts';
import { type BillRow, documentOf } from '#server/platform/files/billRow.ts';
import { tripColumn, type TripColumn } from '#server/platform/database/tables/tripTables.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';

/** Rows of trips to the shapes of the wire: a column goes out as it is named here, or since its owner fills it in. */

const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));

/** What its owner filled in, each field by its name. */
const ownFields = (row: Pick<TripRow, TripColumn<TripField>>) =>
  ofEachTripField((name) => row[tripColumn(name)]) as { [Name in TripField]: TripRow[TripColumn<Name>] };

/** The same as it is sent: days as moments. */
const sentFields = (row: TripRow, timeZone: string) =>
  ofEachTripField((name, { kind }) => {
    const value = row[tripColumn(name)];
    return kind === DAY && value !== null ? dayMillis(value as Day, timeZone) : value;
  }) as Pick<Trip, TripField>;

export function tripAnswer(row: TripRow, timeZone: string): Trip {
  return {
    tripId: row.id,
    userEmail: row.owner_email,
    employeeName: row.owner_name,
    employeeCode: row.owner_code,
    managerEmail: row.manager_email,
    managerName: row.manager_name,
    decidedBy: row.manager_decided_by !== null && row.manager_decided_by !== row.manager_id ? row.decider_name : null,
    ...sentFields(row, timeZone),
    totalTravelDays: totalTravelDays(row.start_date, row.end_date),
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
export const columnsOf = (input: TripInput): Pick<NewTrip, TripColumn<TripField>> =>
  Object.fromEntries(TRIP_FIELD_NAMES.map((name) => [tripColumn(name), input[name]])) as Pick<
    NewTrip,
    TripColumn<TripField>
  >;

/** The same the other way: what a stored trip would be if it were sent now. */
export const inputOf = (row: TripRow): TripInput => ({ ...ownFields(row), preferredTime: row.preferred_time ?? 0 });

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
    ...ownFields(row),
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
