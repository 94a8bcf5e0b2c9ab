import type { ColumnType, Generated } from 'kysely';
import type {
  AdminStatus,
  CancellationStatus,
  FinanceStatus,
  ManagerStatus,
  Role,
  TicketStatus,
  TravelBookedBy,
  TravelDoneBy,
  TravelMode,
  TravelType,
  TripType,
} from '#contract/enums.ts';
import type { TallyStatus } from '#contract/tally.ts';
import type { CampaignTables } from './campaignTables.ts';
import type { GuardTables } from './guardTables.ts';
import type { NotificationTables } from './notificationTables.ts';
import type { TallyTables } from './tallyTables.ts';
import type { TicketTables } from './ticketTables.ts';
import type { UploadTables } from './uploadTables.ts';

/**
 * Rows as the database holds them. Money is whole paise; calendar dates are 'YYYY-MM-DD' text; moments are epoch
 * milliseconds.
 */

export type Millis = number;
type Day = string;

export interface PeopleTable {
  id: string;
  /** Lower case. */
  email: string;
  name: string;
  employee_code: string;
  manager_id: string | null;
  roles: Role[];
  cost_centre: string;
  disabled: boolean;
  exceptional_date: Day | null;
  /** The subject of the identity provider, bound at first sign-in. */
  subject: string | null;
  created_at: Millis;
  updated_at: Millis;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string;
  person_id: string;
  device_id: string | null;
  user_agent: string;
  created_at: Millis;
  last_used_at: Millis;
  ended_at: Millis | null;
}

export interface ClaimsTable {
  id: string;
  /** primaryExpenseType: 0 local, 1 conveyance, 2 travel. */
  kind: number;
  owner_id: string;
  /** Who decides: the manager on record. */
  manager_id: string | null;
  /** The type code's word: MOBILE_BILL, FOOD, CAB … */
  type: string;
  expense_date: Day;
  claim_amount: number;
  remarks: string | null;
  manager_status: ManagerStatus;
  manager_amount: number | null;
  manager_remarks: string | null;
  manager_decided_at: Millis | null;
  manager_decided_by: string | null;
  finance_status: FinanceStatus;
  finance_amount: number | null;
  finance_remarks: string | null;
  finance_decided_at: Millis | null;
  finance_decided_by: string | null;
  paid_on: Day | null;
  paid_amount: number | null;
  payment_reference: string | null;
  /** Where it goes to the accounts, and where its voucher there stands: written with the voucher. */
  tally_batch_id: string | null;
  tally_status: TallyStatus | null;
  withdrawn_at: Millis | null;
  trip_id: string | null;
  /** What only one kind has (conveyance: client, from, to, distance, limit, external id). */
  details: ColumnType<Record<string, unknown>, string, string>;
  version: number;
  /** Idempotency-Key of the create, unique per owner, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
  /** When its owner saved it on a device, by the server's clock as the device knew it (TM-2); null when nobody said. */
  saved_at: Millis | null;
}

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
  /** When its owner saved it on a device, by the server's clock as the device knew it (TM-2); null when nobody said. */
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

/** Kept by the database itself beside `claims`: never written by this server. Withdrawn claims do not count. */
export interface ClaimTotalsTable {
  kind: number;
  owner_id: string;
  /** '' where a claim has no manager. */
  manager_id: string;
  type: string;
  manager_status: ManagerStatus;
  finance_status: FinanceStatus;
  claims: number;
  claim_amount: number;
  manager_amount: number;
  finance_amount: number;
}

export interface ClaimBillsTable {
  claim_id: string;
  position: number;
  file_hash: string;
  name: string;
}

export interface FilesTable {
  /** SHA-256 of the bytes, hex: the fingerPrint. */
  hash: string;
  size: number;
  type: string;
  created_at: Millis;
  /** What others see of a picture: its copy without the position, or itself. Null: not found out yet. */
  shown_hash: string | null;
}

export interface FileOwnersTable {
  file_hash: string;
  person_id: string;
  name: string;
  created_at: Millis;
}

export interface IdempotencyTable {
  person_id: string;
  key: string;
  method: string;
  path: string;
  /** SHA-256 of the parsed body in canonical form, hex. */
  request_hash: string;
  status: number;
  /** The whole answer; once shortened, its receipt or ''. */
  body: string;
  record_id: string | null;
  created_at: Millis;
  /** False: the record tells the answer again, so it may be shortened. Null: it is kept whole. */
  shortened: boolean | null;
}

/** A question that an approver put to whoever raised a record, and its answer. */
export interface EnquiriesTable {
  id: string;
  /** A claim or a trip. */
  record_id: string;
  /** Who raised the record, and so who answers. */
  owner_id: string;
  asker_id: string;
  question: string;
  answer: string | null;
  answered_at: Millis | null;
  closed_at: Millis | null;
  closed_by: string | null;
  version: number;
  /** Idempotency-Key of the asking, unique per asker, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
}

/** A manager's stand-in, from its first day to its last, both counted. */
export interface DelegationsTable {
  id: string;
  manager_id: string;
  stand_in_id: string;
  from_day: Day;
  to_day: Day;
  created_by: string;
  /** Ended before its last day was over, or called off. */
  ended_at: Millis | null;
  ended_by: string | null;
  version: number;
  /** Idempotency-Key of the create, unique per creator, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
}

/** Append only. One row a committed change; the rows of one record form a hash chain by version. */
export interface AuditLogTable {
  id: Generated<number>;
  record_id: string;
  /** 'claim', 'person', 'session', 'view' … */
  record_kind: string;
  version: number;
  at: Millis;
  /** Null where nobody knows who it was: of refused sign-ins, and of what the server or a command does. */
  actor_id: string | null;
  /** Whose affair it is, where that is somebody else. */
  on_behalf_of: string | null;
  action: string;
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
  /** Address and device the change came from. */
  origin: string;
  request_key: string | null;
  previous_hash: string;
  hash: string;
}

/** Keyed seals over the rows of the audit log, in the order in which they were sealed (S16). */
export interface AuditSealsTable {
  seq: number;
  audit_id: number;
  key_id: string;
  seal: string;
}

/** What a daily job found out the last time it ran. */
export interface JobReportsTable {
  job: string;
  at: Millis;
  report: ColumnType<Record<string, unknown>, string, string>;
}

export interface Tables
  extends CampaignTables, GuardTables, NotificationTables, TallyTables, TicketTables, UploadTables {
  people: PeopleTable;
  sessions: SessionsTable;
  trips: TripsTable;
  trip_totals: TripTotalsTable;
  claims: ClaimsTable;
  claim_totals: ClaimTotalsTable;
  claim_bills: ClaimBillsTable;
  files: FilesTable;
  file_owners: FileOwnersTable;
  /** Files that the audit log names and no record carries any more; the database fills it. */
  kept_files: { file_hash: string };
  job_reports: JobReportsTable;
  enquiries: EnquiriesTable;
  delegations: DelegationsTable;
  idempotency: IdempotencyTable;
  audit_log: AuditLogTable;
  audit_seals: AuditSealsTable;
}
