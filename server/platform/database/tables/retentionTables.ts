import type { ColumnType, Generated } from 'kysely';
import type { Periods } from '#contract/retention.ts';
import type { Millis } from '../units.ts';

/** Rows of retention: its settings, holds, and what was erased. */

/** The one row of the settings. */
interface RetentionStateTable {
  id: string;
  /** Null: as they come. */
  periods: ColumnType<Periods | null, string | null, string | null>;
  enabled: Generated<boolean>;
  version: Generated<number>;
  updated_at: Millis | null;
  updated_by: string | null;
}

interface LegalHoldsTable {
  id: string;
  /** A person, a claim or a trip. */
  subject_id: string;
  subject_kind: 'person' | 'record' | 'contact';
  reason: string;
  set_by: string;
  set_at: Millis;
  lifted_by: string | null;
  lifted_at: Millis | null;
  lift_reason: string | null;
  version: Generated<number>;
}

interface ErasuresTable {
  id: string;
  started_at: Millis;
  /** Null: it was cut off, and goes on. */
  ended_at: Millis | null;
  /** Null: the daily job. */
  made_by: string | null;
  /** Whose data was erased on request; null: everybody's, by its periods. */
  about_id: string | null;
  totals: ColumnType<Record<string, unknown>, string, string>;
  /** One more with each batch, which is a row of the log. */
  version: Generated<number>;
}

export interface RetentionTables {
  retention_state: RetentionStateTable;
  legal_holds: LegalHoldsTable;
  erasures: ErasuresTable;
}
