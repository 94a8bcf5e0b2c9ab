import { sql, type Kysely } from 'kysely';
import { openOfClaim, openOfTrip } from '#domain/retention.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Found, Wanted } from './found.ts';
import { isHeld } from './holds.ts';

/** Claims and trips that are past their period, and how they go (RET-1, RET-3). */

type ClaimRow = Parameters<typeof openOfClaim>[0] & { id: string; day: string; held: boolean };
type TripRow = Parameters<typeof openOfTrip>[0] & { id: string; day: string; held: boolean };

/** Claims whose day, and that of their payment, is past; with what is still to be done of them. */
export async function pastClaims(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { rows } = await sql<ClaimRow>`
    select c.id, greatest(c.expense_date, c.paid_on) as day, c.manager_status, c.finance_status, c.paid_on,
      c.withdrawn_at, c.tally_status,
      ${isHeld(sql`c.id, c.trip_id, c.owner_id, c.manager_id, c.manager_decided_by, c.finance_decided_by`)} as held
    from claims c where greatest(c.expense_date, c.paid_on) < ${wanted.before.day}
      ${wanted.only ? sql`and c.id = any(${[...wanted.only]}::text[])` : sql``}
    order by 2, 1 limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({ id: row.id, day: row.day, held: row.held, open: openOfClaim(row) }));
}

/** Trips that ended before, without a claim that stays. */
export async function pastTrips(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { rows } = await sql<TripRow>`
    select t.id, t.end_date as day, t.manager_status, t.admin_status, t.cancellation_status,
      exists (select 1 from claims c where c.trip_id = t.id and not c.id = any(${[...(wanted.gone ?? [])]}::text[]))
        as has_claims,
      ${isHeld(sql`t.id, t.owner_id, t.manager_id, t.manager_decided_by, t.admin_decided_by`)} as held
    from trips t where t.end_date < ${wanted.before.day}
      ${wanted.only ? sql`and t.id = any(${[...wanted.only]}::text[])` : sql``}
    order by 2, 1 limit ${wanted.most}`.execute(db);
  return rows.map((row) => ({ id: row.id, day: row.day, held: row.held, open: openOfTrip(row) }));
}

/** Sheets that were uploaded before: they name claims, and say why rows of them were refused. */
export async function pastSheets(db: Kysely<Tables>, wanted: Wanted): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select s.id, to_char(to_timestamp(s.created_at / 1000.0) at time zone ${wanted.timeZone}, 'YYYY-MM-DD') as day,
      null as open, (${isHeld(sql`s.person_id`)}
        or exists (select 1 from legal_holds h where h.lifted_at is null and h.subject_id = any(s.claim_ids))) as held
    from sheet_uploads s where s.created_at < ${wanted.before.at}
      ${wanted.only ? sql`and s.id = any(${[...wanted.only]}::text[])` : sql``}
    order by s.created_at, s.id limit ${wanted.most}`.execute(db);
  return rows;
}

export async function removeSheets(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  await sql`delete from sheet_uploads where id = any(${[...ids]}::text[])`.execute(tx);
}

/** How many claims, trips and sheets are within their period. */
export async function countYoung(db: Kysely<Tables>, { before }: Pick<Wanted, 'before'>): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    select (select count(*) from claims where greatest(expense_date, paid_on) >= ${before.day})::int
      + (select count(*) from trips where end_date >= ${before.day})::int
      + (select count(*) from sheet_uploads where created_at >= ${before.at})::int as rows`.execute(db);
  return rows[0]?.rows ?? 0;
}

/** Rows of the log about these records and the enquiries about them. */
export async function logOfRecords(tx: Kysely<Tables>, ids: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from audit_log a where a.record_id = any(${[...ids]}::text[])
    union select a.id from enquiries e join audit_log a on a.record_id = e.id
      where e.record_id = any(${[...ids]}::text[])`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Removes these records with all that hangs on them, but for the bytes of their files. */
export async function removeRecords(tx: Kysely<Tables>, ids: readonly string[]): Promise<void> {
  const these = sql`any(${[...ids]}::text[])`;
  for (const statement of [
    sql`delete from enquiries where record_id = ${these}`,
    sql`delete from tally_vouchers where claim_id = ${these}`,
    sql`delete from claim_bills where claim_id = ${these}`,
    sql`delete from trip_tickets where trip_id = ${these}`,
    sql`delete from trip_further_tickets where trip_id = ${these}`,
    sql`delete from claims where id = ${these}`,
    sql`delete from trips where id = ${these}`,
    // Their bills went into this table as they left their records.
    sql`delete from kept_files where record_id = ${these}`,
  ])
    await statement.execute(tx);
}
