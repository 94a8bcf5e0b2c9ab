import { sql, type Kysely } from 'kysely';
import type { PrimaryExpenseType } from '#contract/enums.ts';
import type { Policy } from '#contract/policy.ts';
import type { Day } from '#domain/dates.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** The one record that all changes of the policy are changes of. */
export const POLICY_ID = 'POLICY';

export interface VersionRow {
  id: string;
  effective_from: Day;
  document: Policy;
  made_at: number;
  updated_at: number;
}

/** How often the policy was changed: what is kept in memory is compared with it. */
export const policyState = async (db: Kysely<Tables>): Promise<number> =>
  (await db.selectFrom('policy_state').select('version').where('id', '=', POLICY_ID).executeTakeFirstOrThrow()).version;

/** The same, locked until the transaction ends: one change of the policy at a time. */
export const lockPolicy = async (tx: Kysely<Tables>): Promise<number> =>
  (
    await tx
      .selectFrom('policy_state')
      .select('version')
      .where('id', '=', POLICY_ID)
      .forUpdate()
      .executeTakeFirstOrThrow()
  ).version;

export const countPolicyChange = (tx: Kysely<Tables>, version: number, now: number): Promise<unknown> =>
  tx.updateTable('policy_state').set({ version, updated_at: now }).where('id', '=', POLICY_ID).execute();

/** All versions but the specification's, the earliest first. */
export const allVersions = (db: Kysely<Tables>): Promise<VersionRow[]> =>
  db.selectFrom('policy_versions').selectAll().orderBy('effective_from').execute();

export const insertVersion = (tx: Kysely<Tables>, row: VersionRow): Promise<unknown> =>
  tx
    .insertInto('policy_versions')
    .values({ ...row, document: JSON.stringify(row.document) })
    .execute();

export const replaceVersion = (
  tx: Kysely<Tables>,
  { id, effective_from, document, updated_at }: Omit<VersionRow, 'made_at'>,
): Promise<unknown> =>
  tx
    .updateTable('policy_versions')
    .set({ effective_from, document: JSON.stringify(document), updated_at })
    .where('id', '=', id)
    .execute();

export const deleteVersion = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('policy_versions').where('id', '=', id).execute();

/** The grade of a person; '' where none is known. */
export const gradeOf = async (db: Kysely<Tables>, personId: string): Promise<string> =>
  (await db.selectFrom('people').select('grade').where('id', '=', personId).executeTakeFirst())?.grade ?? '';

/** The next people by id, with what their claims are judged by. */
export const nextPeople = (
  db: Kysely<Tables>,
  after: string,
  most: number,
): Promise<{ id: string; grade: string; exceptional_date: Day | null }[]> =>
  db
    .selectFrom('people')
    .select(['id', 'grade', 'exceptional_date'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();

/** A claim as a preview judges it. */
export interface PreviewRow {
  owner_id: string;
  kind: PrimaryExpenseType;
  type: string;
  expense_date: Day;
  claim_amount: number;
  saved: number;
  bills: number;
  city: string | null;
  distance: number | null;
  /** Neither its manager nor finance has rejected it. */
  counts: boolean;
}

const REJECTED = { manager: storedStatuses('manager', ['2']), finance: storedStatuses('finance', ['2']) };

/** The claims of these people from one day to another, person by person and as they were filed. */
export const claimsOfPeople = async (
  db: Kysely<Tables>,
  people: readonly string[],
  from: Day,
  to: Day,
): Promise<PreviewRow[]> =>
  (
    await sql<PreviewRow>`
    select c.owner_id, c.kind::int as kind, c.type, c.expense_date, c.claim_amount,
      coalesce(c.saved_at, c.created_at) as saved,
      (select count(*)::int from claim_bills b where b.claim_id = c.id) as bills,
      (select t.arrival_city from trips t where t.id = c.trip_id) as city,
      (c.details ->> 'distance')::float8 as distance,
      c.manager_status <> all(${REJECTED.manager}::text[])
        and c.finance_status <> all(${REJECTED.finance}::text[]) as counts
    from claims c
    where c.owner_id = any(${people}::text[]) and c.expense_date between ${from} and ${to} and c.withdrawn_at is null
    order by c.owner_id, c.created_at, c.id`.execute(db)
  ).rows;
