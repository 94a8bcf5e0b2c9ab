import { sql, type Kysely } from 'kysely';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { ClaimsTable } from '#server/platform/database/tables/claimTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { NewClaim } from '#server/modules/claims/index.ts';

const CONVEYANCE = sql.lit(PRIMARY_EXPENSE_TYPE.conveyance);

export const claimsByExternalIdStatement = (externalIds: readonly string[]) => sql<{ external: string; id: string }>`
  select details ->> 'externalId' as external, id from claims
  where kind = ${CONVEYANCE} and details ->> 'externalId' = any(${externalIds}::text[])`;

/** The claims that were made of these trips of the sales app, by the sales app's ids. */
export async function claimsByExternalId(
  db: Kysely<Tables>,
  externalIds: readonly string[],
): Promise<Map<string, string>> {
  const result = await claimsByExternalIdStatement(externalIds).execute(db);
  return new Map(result.rows.map((row) => [row.external, row.id]));
}

export interface Traveller {
  id: string;
  email: string;
  name: string;
  managerId: string | null;
}

/**
 * People who may claim, by their addresses in small letters; their managers stay who they are until the transaction is
 * over (ACC-19).
 */
export async function travellersByEmail(
  db: Kysely<Tables>,
  emails: readonly string[],
): Promise<Map<string, Traveller>> {
  const result = await sql<Traveller>`select id, email, name, manager_id as "managerId" from people
      where email = any(${emails}::text[]) and not disabled order by id for share`.execute(db);
  return new Map(result.rows.map((row) => [row.email, row]));
}

export type NewConveyance = NewClaim & { details: ClaimsTable['details']['__select__'] };

/**
 * Writes new claims in one statement, but for those whose trip somebody else is handing in at this moment; that one is
 * waited for. Answers the ids that were written.
 */
export async function insertTaken(tx: Kysely<Tables>, claims: readonly NewConveyance[]): Promise<Set<string>> {
  const first = claims[0];
  if (!first) return new Set();
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)));
  const result = await sql<{ id: string }>`
    insert into claims (${columns}) select ${columns}
    from jsonb_populate_recordset(null::claims, ${JSON.stringify(claims)}::jsonb)
    on conflict ((details ->> 'externalId')) where kind = ${CONVEYANCE} do nothing returning id`.execute(tx);
  return new Set(result.rows.map((row) => row.id));
}
