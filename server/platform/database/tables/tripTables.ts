import type {
  AdminStatus,
  CancellationStatus,
  ManagerStatus,
  TicketStatus,
  TravelBookedBy,
  TravelDoneBy,
  TravelMode,
  TravelType,
  TripType,
} from '#contract/enums.ts';
import type { Day, Millis } from '../units.ts';

/** Rows of trips and their totals. Money is whole paise. */

export interface TripsTable {
  id: string;
  owner_id: string;
  /** Who decides: the manager on record. */
  manager_id: string | null;
  start_date: Day;
  end_date: Day;
  /** Milliseconds since midnight. */
  preferred_time: number | null;
  trip_type: TripType;
  travel_type: TravelType;
  mode: TravelMode;
  done_by: TravelDoneBy;
  booked_by: TravelBookedBy;
  traveller: string | null;
  traveller_dob: Day | null;
  departure_city: string;
  arrival_city: string;
  accommodation: boolean;
  accommodation_city: string | null;
  preferred_hotel: string | null;
  preferred_location: string | null;
  check_in: Day | null;
  check_out: Day | null;
  reason: string;
  remarks: string | null;
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
