import type { ColumnType } from 'kysely';
import type { LedgerMappingBody, TallyStatus, TALLY_SOURCES } from '#contract/tally.ts';
import type { SheetKind } from '#contract/sheets.ts';

/** Rows of what goes to the accounts. Money is whole paise; days are 'YYYY-MM-DD'; moments are epoch milliseconds. */

export interface TallyBatchesTable {
  id: string;
  /** Null where its claims are of several kinds, and while it has none. */
  kind: number | null;
  from_day: string | null;
  to_day: string | null;
  vouchers: number;
  posted: number;
  failed: number;
  amount: number;
  status: TallyStatus;
  source: (typeof TALLY_SOURCES)[number];
  created_by: string;
  exported_at: number | null;
  exported_by: string | null;
  version: number;
  /** Idempotency-Key of the create, unique per creator, for ever. */
  creation_key: string | null;
  created_at: number;
  updated_at: number;
}

export interface TallyVouchersTable {
  batch_id: string;
  claim_id: string;
  kind: number;
  type: string;
  day: string;
  amount: number;
  ledger: string;
  cost_centre: string;
  credit_ledger: string;
  narration: string;
  /** Ledger and cost centre came with a sheet: the mapping does not change them. */
  by_sheet: boolean;
  status: TallyStatus;
  reason: string | null;
}

/** One row: the mapping there is. */
interface LedgerMappingTable {
  id: string;
  mapping: ColumnType<LedgerMappingBody, string, string>;
  version: number;
  updated_at: number;
  updated_by: string;
}

/** A row of a sheet as it stood there, and why it was not carried out. */
export interface RefusedRow {
  cells: string[];
  reason: string;
}

export interface SheetUploadsTable {
  id: string;
  kind: SheetKind;
  /** SHA-256 of its bytes. */
  content_hash: string;
  person_id: string;
  /** Of an expense sheet: what it made. */
  batch_id: string | null;
  /** Claims whose rows were carried out. */
  claim_ids: string[];
  refusals: ColumnType<RefusedRow[], string, string>;
  created_at: number;
}

export interface TallyTables {
  tally_batches: TallyBatchesTable;
  tally_vouchers: TallyVouchersTable;
  ledger_mapping: LedgerMappingTable;
  sheet_uploads: SheetUploadsTable;
}
