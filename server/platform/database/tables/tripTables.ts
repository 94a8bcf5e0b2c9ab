import type { AdminStatus, CancellationStatus, ManagerStatus, TicketStatus } from '#contract/enums.ts';
import type { Trip } from '#contract/trip.ts';
import { ofEachTripField, type TripField, type TripInput } from '#domain/tripFields.ts';
import { columnName, type ColumnName } from '../columnNames.ts';
import type { Millis } from '../units.ts';

/** Rows of trips and their totals. Money is whole paise. */

/** Columns that are called otherwise than their fields. */
const RENAMED = {
  modeOfTravel: 'mode',
  travelToBeDoneBy: 'done_by',
  travelBookedBy: 'booked_by',
  travellerDOB: 'traveller_dob',
  isAccommodationRequired: 'accommodation',
  checkInDate: 'check_in',
  checkOutDate: 'check_out',
  reasonForTravel: 'reason',
} as const satisfies { [Field in TripField]?: string };

export type TripColumn<Field extends TripField> = Field extends keyof typeof RENAMED
  ? (typeof RENAMED)[Field]
  : ColumnName<Field>;

const COLUMNS = ofEachTripField((field) => (RENAMED as Partial<Record<TripField, string>>)[field] ?? columnName(field));

/** The column of a field that its owner fills in. */
export const tripColumn = <Field extends TripField>(field: Field) => COLUMNS[field] as TripColumn<Field>;

/** What its owner fills in, each field in its column; null where a record may be without it. */
type OwnColumns = {
  [Field in TripField as TripColumn<Field>]: TripInput[Field] | (null extends Trip[Field] ? null : never);
};

export interface TripsTable extends OwnColumns {
  id: string;
  owner_id: string;
  /** Who decides: the manager on record. */
  manager_id: string | null;
  manager_status: ManagerStatus;
  manager_remarks: string | null;
  manager_decided_at: Millis | null;
  manager_decided_by: string | null;
  admin_status: AdminStatus;
  admin_remarks: string | null;
  admin_decided_at: Millis | null;
  admin_decided_by: string | null;
  cancellation_status: CancellationStatus;
  cancellation_remarks: string | null;
  admin_cancellation_remarks: string | null;
  ticket_status: TicketStatus;
  ticket_amount: number | null;
  ticket_refund: number | null;
  salary_deduction: number | null;
  candidate_code: string | null;
  version: number;
  /** Idempotency-Key of the create, unique per owner, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
  /** When its owner saved it on a device, by the server's clock as the device knew it (TM-2); null when not given. */
  saved_at: Millis | null;
}

/** Kept by the database itself beside `trips`: never written by this server. */
export interface TripTotalsTable {
  owner_id: string;
  /** '' where a trip has no manager. */
  manager_id: string;
  manager_status: string;
  admin_status: string;
  cancellation_status: string;
  trips: number;
}

/** The same of everybody's trips, kept by the database too: the parts of a key are added up. */
export interface OverallTripTotalsTable extends Omit<TripTotalsTable, 'owner_id' | 'manager_id'> {
  part: number;
}
