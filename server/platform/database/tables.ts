import type { ColumnType, Generated } from 'kysely';
import type { AuditTables } from './tables/auditTables.ts';
import type { CampaignTables } from './tables/campaignTables.ts';
import type { ClaimBillsTable, ClaimsTable, ClaimTotalsTable, OverallClaimTotalsTable } from './tables/claimTables.ts';
import type { GstTables } from './tables/gstTables.ts';
import type { GuardTables } from './tables/guardTables.ts';
import type { IdentityProvidersTable, OidcSignInsTable } from './tables/identityTables.ts';
import type { NotificationTables } from './tables/notificationTables.ts';
import type { OrganisationTables } from './tables/organisationTables.ts';
import type { DelegationsTable, PeopleTable, SessionsTable } from './tables/peopleTables.ts';
import type { PolicyTables } from './tables/policyTables.ts';
import type { RetentionTables } from './tables/retentionTables.ts';
import type { ScimTables } from './tables/scimTables.ts';
import type { TallyTables } from './tables/tallyTables.ts';
import type { TicketTables } from './tables/ticketTables.ts';
import type { OverallTripTotalsTable, TripsTable, TripTotalsTable } from './tables/tripTables.ts';
import type { Millis } from './units.ts';
import type { UploadTables } from './tables/uploadTables.ts';
import type { WebhookTables } from './tables/webhookTables.ts';

/**
 * Rows as the database holds them. Money is whole paise; calendar dates are 'YYYY-MM-DD' text; moments are epoch
 * milliseconds.
 */

interface FilesTable {
  /** SHA-256 of the bytes, hex: the fingerPrint. */
  hash: string;
  size: number;
  type: string;
  created_at: Millis;
  /** What others see of a picture: its copy without the position, or itself. Null: not found out yet. */
  shown_hash: string | null;
  /** When the original of a picture, and the place in it, was erased: its copy is all there is. */
  place_erased_at: Generated<Millis | null>;
}

interface KeptFilesTable {
  file_hash: string;
  /** On which it was; '': on one of before this was noted. */
  record_id: Generated<string>;
}

interface FileOwnersTable {
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
  /** False: the answer can be rebuilt from the record, so it may be shortened. Null: it is kept whole. */
  shortened: boolean | null;
}

/** A question that an approver asked the owner of a record, and its answer. */
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

/** What a daily job found out the last time it ran. */
interface JobReportsTable {
  job: string;
  at: Millis;
  report: ColumnType<Record<string, unknown>, string, string>;
}

export interface Tables
  extends
    AuditTables,
    CampaignTables,
    GstTables,
    GuardTables,
    NotificationTables,
    OrganisationTables,
    PolicyTables,
    RetentionTables,
    ScimTables,
    TallyTables,
    TicketTables,
    UploadTables,
    WebhookTables {
  people: PeopleTable;
  sessions: SessionsTable;
  identity_providers: IdentityProvidersTable;
  oidc_sign_ins: OidcSignInsTable;
  trips: TripsTable;
  trip_totals: TripTotalsTable;
  overall_trip_totals: OverallTripTotalsTable;
  claims: ClaimsTable;
  claim_totals: ClaimTotalsTable;
  overall_claim_totals: OverallClaimTotalsTable;
  claim_bills: ClaimBillsTable;
  files: FilesTable;
  file_owners: FileOwnersTable;
  /** Files that the audit log names and no record carries any more; the database fills it. */
  kept_files: KeptFilesTable;
  job_reports: JobReportsTable;
  enquiries: EnquiriesTable;
  delegations: DelegationsTable;
  idempotency: IdempotencyTable;
}
