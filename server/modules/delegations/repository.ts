import { sql, type Insertable, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import type { Day } from '#domain/dates.ts';
import type { DelegationsTable } from '#server/platform/database/tables/peopleTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** A delegation with the names around it. */
export interface DelegationRow extends Selectable<DelegationsTable> {
  manager_email: string;
  manager_name: string;
  stand_in_email: string;
  stand_in_name: string;
  creator_name: string;
  ender_name: string | null;
}

/** Makes DelegationRows out of `d`, any relation with the columns of delegations. */
const wide = (relation: RawBuilder<unknown>) => sql`
  select d.*, m.email as manager_email, m.name as manager_name, s.email as stand_in_email, s.name as stand_in_name,
    c.name as creator_name, e.name as ender_name
  from ${relation} d join people m on m.id = d.manager_id join people s on s.id = d.stand_in_id
  join people c on c.id = d.created_by left join people e on e.id = d.ended_by`;

export async function delegationById(db: Kysely<Tables>, id: string): Promise<DelegationRow | undefined> {
  return (await sql<DelegationRow>`${wide(sql`(select * from delegations where id = ${id})`)}`.execute(db)).rows[0];
}

/** The same, kept from everybody else's changes until the transaction ends. */
export async function lockDelegation(tx: Kysely<Tables>, id: string): Promise<DelegationRow | undefined> {
  const found = await tx.selectFrom('delegations').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found && delegationById(tx, id);
}

export const delegationByKey = (
  tx: Kysely<Tables>,
  creatorId: string,
  key: string,
): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('delegations')
    .select('id')
    .where('created_by', '=', creatorId)
    .where('creation_key', '=', key)
    .executeTakeFirst();

const MAX_DELEGATIONS = 50;

/**
 * Those of which this person is the manager or the stand-in: what counts on `today` or later first, the next one on
 * top, then what is past, newest first.
 */
export async function delegationsOf(
  db: Kysely<Tables>,
  side: 'manager_id' | 'stand_in_id',
  personId: string,
  today: Day,
): Promise<DelegationRow[]> {
  const counts = sql`d.ended_at is null and d.to_day >= ${today}`;
  const result = await sql<DelegationRow>`
    ${wide(sql`(select * from delegations where ${sql.ref(side)} = ${personId})`)}
    order by (${counts}) desc, case when ${counts} then d.from_day end, d.from_day desc, d.id desc
    limit ${sql.lit(MAX_DELEGATIONS)}`.execute(db);
  return result.rows;
}

/**
 * What still counts of a manager's on `today` or later, once nobody else can add to it: the manager's own row is held
 * until the transaction ends.
 */
export async function countingOf(tx: Kysely<Tables>, managerId: string, today: Day): Promise<DelegationRow[]> {
  await tx.selectFrom('people').select('id').where('id', '=', managerId).forUpdate().execute();
  return (
    await sql<DelegationRow>`${wide(sql`(select * from delegations
      where manager_id = ${managerId} and ended_at is null and to_day >= ${today})`)} order by d.from_day`.execute(tx)
  ).rows;
}

/**
 * For how many managers somebody stands in on `today` or later, once nobody else can add to it: a lock that is taken
 * after the manager's row, and after which nothing is waited for.
 */
export async function countingFor(tx: Kysely<Tables>, standInId: string, today: Day): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stand-in ${standInId}`}, 0))`.execute(tx);
  const row = await sql<{ n: number }>`
    select count(distinct manager_id)::int as n from delegations
    where stand_in_id = ${standInId} and ended_at is null and to_day >= ${today}`.execute(tx);
  return row.rows[0]?.n ?? 0;
}

export const insertDelegation = (tx: Kysely<Tables>, row: Insertable<DelegationsTable>): Promise<unknown> =>
  tx.insertInto('delegations').values(row).execute();

export const updateDelegation = (
  tx: Kysely<Tables>,
  id: string,
  changes: Partial<Selectable<DelegationsTable>>,
): Promise<unknown> => tx.updateTable('delegations').set(changes).where('id', '=', id).execute();

/**
 * Whose queues the person `people.id` of a statement has today as a stand-in: null for nearly everybody. A manager who
 * is one no longer, or is not at work, has nothing to hand over (DEL-4). A queue that was handed over is not handed on:
 * one step, never two (DEL-7).
 */
export const standsInFor = (today: Day): RawBuilder<string[] | null> => sql<string[] | null>`(
  select array_agg(d.manager_id) from delegations d join people m on m.id = d.manager_id
  where d.stand_in_id = people.id and d.to_day >= ${today} and d.from_day <= ${today} and d.ended_at is null
    and not m.disabled and 'manager' = any(m.roles))`;

/** Stand-ins that a person named or is, and that count on `today` or later, by id. */
export const countingIds = async (tx: Kysely<Tables>, personId: string, today: Day): Promise<string[]> =>
  (
    await tx
      .selectFrom('delegations')
      .select('id')
      .where(({ or, eb }) => or([eb('manager_id', '=', personId), eb('stand_in_id', '=', personId)]))
      .where('ended_at', 'is', null)
      .where('to_day', '>=', today)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);
