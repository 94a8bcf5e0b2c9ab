import type { ColumnType } from 'kysely';
import type { Policy } from '#contract/policy.ts';
import type { Day, Millis } from '../units.ts';

/** The one row that counts the changes of the policy. */
interface PolicyStateTable {
  id: string;
  version: number;
  updated_at: Millis;
}

/** A version of the policy; the specification's, before all of them, is in no row. */
interface PolicyVersionsTable {
  id: string;
  effective_from: Day;
  document: ColumnType<Policy, string, string>;
  made_at: Millis;
  updated_at: Millis;
}

export interface PolicyTables {
  policy_state: PolicyStateTable;
  policy_versions: PolicyVersionsTable;
}
