import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { LedgerMappingBody } from '#contract/tally.ts';
import { FIRST_MAPPING } from '#domain/tally.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** The one mapping there is goes by this id, in the audit log too. */
export const MAPPING_ID = 'LEDGERS';

export interface MappingRow {
  mapping: LedgerMappingBody;
  /** 0: never saved. */
  version: number;
  updated_at: number | null;
  saver_email: string | null;
  saver_name: string | null;
}

export async function ledgerMappingNow(db: Kysely<Tables>): Promise<MappingRow> {
  const row = await db
    .selectFrom('ledger_mapping as m')
    .innerJoin('people as p', 'p.id', 'm.updated_by')
    .select(['m.mapping', 'm.version', 'm.updated_at', 'p.email as saver_email', 'p.name as saver_name'])
    .where('m.id', '=', MAPPING_ID)
    .executeTakeFirst();
  return row ?? { mapping: FIRST_MAPPING, version: 0, updated_at: null, saver_email: null, saver_name: null };
}

/** One at a time saves: the others wait, and then see what was saved. */
export const holdMapping = async (tx: Kysely<Tables>): Promise<void> => {
  await sql`lock table ledger_mapping in share row exclusive mode`.execute(tx);
};

export async function saveMapping(
  tx: Kysely<Tables>,
  mapping: LedgerMappingBody,
  version: number,
  now: number,
  by: string,
): Promise<void> {
  const row = { mapping: JSON.stringify(mapping), version, updated_at: now, updated_by: by };
  await tx
    .insertInto('ledger_mapping')
    .values({ id: MAPPING_ID, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** The first cost centres of the directory, by name. */
export async function costCentresOfPeople(db: Kysely<Tables>, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('cost_centre')
    .distinct()
    .where('cost_centre', '<>', '')
    .orderBy('cost_centre')
    .limit(most)
    .execute();
  return rows.map((row) => row.cost_centre);
}
