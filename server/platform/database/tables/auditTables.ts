import type { ColumnType, Generated } from 'kysely';
import type { Millis } from '../units.ts';

/** Rows of the audit log and its seals. */

/** Append only. One row a committed change; the rows of one record form a hash chain by version. */
export interface AuditLogTable {
  id: Generated<number>;
  record_id: string;
  /** 'claim', 'person', 'session', 'view' … */
  record_kind: string;
  version: number;
  at: Millis;
  /** Null where unknown: for refused sign-ins, and for the server and commands. */
  actor_id: string | null;
  /** The person concerned, where that is another. */
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
interface AuditSealsTable {
  seq: number;
  audit_id: number;
  key_id: string;
  seal: string;
}

/** Signed heads of the log, each over the rows sealed since the one before (AUD-23). */
export interface AuditHeadsTable {
  number: number;
  /** 'YYYY-MM-DD' */
  day: string;
  from_seq: number;
  to_seq: number;
  root: string;
  seal: string;
  previous: string;
  public_key: string;
  signature: string;
}

/** Rows of the log whose facts were erased, by which row of which erasure (RET-5). Append only. */
interface AuditErasedTable {
  audit_id: number;
  erasure_id: string;
  erasure_version: number;
  /** Digest of what stays of the row, its hash included. */
  kept: string;
}

export interface AuditTables {
  audit_log: AuditLogTable;
  audit_seals: AuditSealsTable;
  audit_erased: AuditErasedTable;
  audit_heads: AuditHeadsTable;
}
