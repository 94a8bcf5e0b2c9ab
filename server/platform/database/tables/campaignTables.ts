import type { ColumnType, Generated } from 'kysely';
import type { CampaignCounts, CampaignFilters, WaterfallStep } from '#contract/campaign.ts';
import type { TermField } from '#contract/campaignOptions.ts';
import type { CampaignStatus } from '#domain/campaign.ts';

/**
 * Companies, contacts and campaigns. A filter's value is kept as its code: its position in the list of
 * src/contract/campaignOptions.ts from 1 on (`codeOf` of the campaigns module), and for lists that come with the data
 * its code in `campaign_terms`. 0: not known.
 */

type Millis = number;
type Day = string;
/** Days with '-infinity' for never. Compared in the database and not read. */
type DayOrNever = ColumnType<never, Day | undefined, Day>;
type Code = Generated<number>;

interface CampaignTermsTable {
  field: TermField;
  code: number;
  /** Unique within its field, whatever the case. */
  value: string;
}

interface CompaniesTable {
  id: Generated<number>;
  /** Kept by the database itself. */
  contacts: ColumnType<number, never, never>;
  turnover: Code;
  company_type: Code;
  org_status: Code;
  priority: Code;
  industry: Code;
  sub_industry: Code;
  activity_score: Code;
  /** A bit for each code: `bitsOf` in server/modules/campaigns/codes.ts. */
  procurement_types: Code;
  procurement_sources: Code;
  has_gst: Generated<boolean>;
  /** Of ofb or oxyzo. */
  is_existing: Generated<boolean>;
  /**
   * A bit for each business line and the company's status in it: `lineBits` of the campaigns module. A company has one
   * status per line, or none.
   */
  business_lines: Code;
  location: Code;
  bids: Generated<number>;
  last_called_on: DayOrNever;
  /** Codes of sectorNames; null for none. */
  sectors_participated: number[] | null;
  sectors_won: number[] | null;
  sectors_lost: number[] | null;
  name: string;
  /** By which an import knows it again. */
  external_id: string;
}

/** Of companies that have any: bills of quantities and tender descriptions, as plain words. */
interface CompanyTextsTable {
  company_id: number;
  boq: Generated<string>;
  tender: Generated<string>;
}

interface ContactsTable {
  id: Generated<number>;
  company_id: ColumnType<number, number, never>;
  /** 1 is the most senior: places in SENIORITIES. Someone of whom it is not known has the last one. */
  seniority: number;
  /** Places in DELIVERIES; 0 without mail or mobile number. */
  mail: Code;
  mobile: Code;
  /**
   * Contact status. A company's org_status is the furthest of its contacts': follow_up if any is FOLLOW_UP, else
   * do_not_follow_up if any is, else yet_to_contact.
   */
  disposition: Code;
  /** Kept by the database itself, from campaign_targets. */
  last_targeted_on: ColumnType<never, never, never>;
  last_active_on: DayOrNever;
  views: Generated<number>;
  downloads: Generated<number>;
  searches: Generated<number>;
  plan: Code;
  utm_source: Code;
  utm_medium: Code;
  utm_content: Code;
  utm_campaign: Code;
  is_verified: Generated<boolean>;
  is_company_domain: Generated<boolean>;
  /** Activity preference: codes of sectorNames; null for none. */
  sectors: number[] | null;
}

interface ContactDetailsTable {
  contact_id: number;
  /** By which an import knows the contact again. */
  external_id: string;
  name: string;
  designation: Generated<string>;
  email: string | null;
  mobile: string | null;
  /** The day on which it was taken in, or the first on which this was noted. */
  taken_in_on: Generated<Day>;
}

export interface CampaignsTable {
  id: string;
  owner_id: string;
  name: string;
  filters: ColumnType<CampaignFilters, string, string>;
  counts: ColumnType<CampaignCounts, string, string>;
  waterfall: ColumnType<WaterfallStep[], string, string>;
  counted_at: Millis;
  /**
   * PROCESSING is the report job's queue, oldest `updated_at` first. The job's end is a change like any other: version
   * + 1 and an audit row.
   */
  status: CampaignStatus;
  failure: string | null;
  csv_count: number | null;
  /** What `getSignedUrl` is asked for. */
  file_url: string | null;
  file_made_at: Millis | null;
  deleted_at: Millis | null;
  /** Until then one process makes the report file of `report_version`; with the number of attempts. */
  report_lease: Generated<Millis>;
  report_version: Generated<number>;
  report_attempts: Generated<number>;
  version: number;
  /** Idempotency-Key of the create, unique per owner, for ever. */
  creation_key: string | null;
  created_at: Millis;
  updated_at: Millis;
}

/** Whom a campaign's report file handed out, and on which day. */
interface CampaignTargetsTable {
  campaign_id: string;
  contact_id: number;
  targeted_on: ColumnType<Day, Day, Day>;
}

/** How far a file of companies or contacts has been taken in; gone when it has been to its end. */
interface ImportsTable {
  /** SHA-256 of the file. */
  file_hash: string;
  kind: string;
  rows: number;
  refused: number;
  /** Length of the file of refused rows. */
  refused_bytes: number;
  updated_at: Millis;
}

/** Report files in the file store, whether a campaign still names them or not. */
interface ReportFilesTable {
  file_hash: string;
  made_at: Millis;
}

/** Companies of `MARKET_PART` ids in a row, by columns (`market_columns`). */
interface MarketPartsTable {
  part: number;
  /** What `market_columns` holds of it, and how: `FORMAT` of the campaigns module. */
  format: number;
}
interface MarketColumnsTable {
  part: number;
  name: string;
  /** In base64: it costs the way from the database half of what bytes do, which come in hexadecimal. */
  data: string;
}
/** Kept by the database itself: parts whose companies or contacts are not what their columns say. */
interface MarketChangesTable {
  part: number;
  /** Kept by the database itself. */
  at: ColumnType<Millis, never, never>;
}

export interface CampaignTables {
  market_parts: MarketPartsTable;
  market_columns: MarketColumnsTable;
  market_changes: MarketChangesTable;
  report_files: ReportFilesTable;
  imports: ImportsTable;
  campaign_terms: CampaignTermsTable;
  companies: CompaniesTable;
  company_texts: CompanyTextsTable;
  contacts: ContactsTable;
  contact_details: ContactDetailsTable;
  campaigns: CampaignsTable;
  campaign_targets: CampaignTargetsTable;
}
