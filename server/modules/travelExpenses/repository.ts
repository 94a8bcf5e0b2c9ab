import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AdminStatus, CancellationStatus, ManagerStatus } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { DayRange } from '#server/platform/database/conditions.ts';
import {
  insertBills,
  wideColumns,
  wideJoins,
  type ClaimRow,
  type NewClaim,
  otherOfDay,
  type Readings,
} from '#server/modules/claims/index.ts';
import { MAX_CLAIMS } from '#server/modules/trips/index.ts';

const APPROVED = storedStatuses('manager', ['0']);
/** Whatever the cancellation has come to short of the trip being cancelled. */
const LIVING = storedStatuses('cancellation', ['1', '2', '3']);

/**
 * Keeps everybody else from adding to what a person ate until the transaction ends. The person's row is locked, after
 * whatever trip or claim is: always in this order, so that two of these never wait for each other.
 */
export async function lockMeals(tx: Kysely<Tables>, ownerId: string): Promise<void> {
  await sql`select 1 from people where id = ${ownerId} for no key update`.execute(tx);
}

export const foodStatement = (ownerId: string, day: Day, except: string | null) =>
  otherOfDay(sql`${ownerId}`, sql`${day}`, sql`${except}`);

/**
 * Paise of what a person claimed of a type for a day over all trips, rejected and withdrawn claims aside, and `except`
 * too (FOOD-2).
 */
export const claimedThatDay = async (
  tx: Kysely<Tables>,
  ownerId: string,
  type: string,
  day: Day,
  except: string | null,
): Promise<number> => {
  const statement = otherOfDay(sql`${ownerId}`, sql`${day}`, sql`${except}`, [type]);
  return (await statement.execute(tx)).rows[0]?.paise ?? 0;
};

/** Writes a new claim with its bills. */
export async function insertClaim(
  tx: Kysely<Tables>,
  claim: NewClaim,
  bills: readonly { fingerPrint: string; name: string }[],
  readings: Readings,
): Promise<void> {
  await tx
    .insertInto('claims')
    .values({ ...claim, details: '{}' })
    .execute();
  await insertBills(tx, claim.id, bills, readings);
}

/** Somebody's trips that are not cancelled, in the database's terms. */
export interface TravelTripSearch {
  ownerId: string;
  /** Only trips that have a claim which a manager approved: what finance may see. */
  approvedOnly: boolean;
  managerStatuses?: readonly string[] | undefined;
  days?: DayRange | undefined;
  limit: number;
  offset: number;
}

/** A trip as the travel-expense list says it. */
export interface TravelTripRow {
  id: string;
  start_date: Day;
  end_date: Day;
  departure_city: string;
  arrival_city: string;
  manager_status: ManagerStatus;
  admin_status: AdminStatus;
  cancellation_status: CancellationStatus;
}

type FoundRow = TravelTripRow & { id: string | null; total: number };

/** One page of trips and the number of all, in one statement, newest first. */
export function travelTripStatement(search: TravelTripSearch): RawBuilder<FoundRow> {
  const conditions = [sql`t.owner_id = ${search.ownerId}`, sql`t.cancellation_status = any(${LIVING}::text[])`];
  if (search.managerStatuses) conditions.push(sql`t.manager_status = any(${search.managerStatuses}::text[])`);
  if (search.days?.from) conditions.push(sql`t.start_date >= ${search.days.from}`);
  if (search.days?.to) conditions.push(sql`t.start_date <= ${search.days.to}`);
  if (search.approvedOnly)
    conditions.push(
      sql`exists (select 1 from claims c where c.trip_id = t.id and c.trip_id is not null and c.withdrawn_at is null
        and c.manager_status = any(${APPROVED}::text[]))`,
    );
  const where = sql.join(conditions, sql` and `);
  const newest = sql`created_at desc, id desc`;
  return sql<FoundRow>`
    with totals as (select count(*) as total from trips t where ${where}),
    page as (select t.* from trips t where ${where} order by ${newest}
      limit ${sql.lit(search.limit)} offset ${search.offset})
    select totals.total, p.id, p.start_date, p.end_date, p.departure_city, p.arrival_city, p.manager_status,
      p.admin_status, p.cancellation_status
    from totals left join page p on true order by p.created_at desc, p.id desc`;
}

export async function findTravelTrips(
  db: Kysely<Tables>,
  search: TravelTripSearch,
): Promise<{ rows: TravelTripRow[]; total: number }> {
  const result = await travelTripStatement(search).execute(db);
  return { rows: result.rows.filter((row) => row.id !== null), total: result.rows[0]?.total ?? 0 };
}

/** Which of a trip's claims. */
export interface Shown {
  /** Those alone that a manager approved. */
  approvedOnly: boolean;
  /** What was withdrawn too. */
  withdrawnToo: boolean;
}

/** The claims of these trips, trip by trip, by day and as they were filed; at most MAX_CLAIMS (S3). */
export function claimsOfTripsStatement(
  tripIds: readonly string[],
  { approvedOnly, withdrawnToo }: Shown,
): RawBuilder<ClaimRow> {
  const order = sql`order by array_position(${tripIds}::text[], c.trip_id), c.expense_date, c.created_at, c.id`;
  return sql<ClaimRow>`
    select ${wideColumns} from (
      select c.* from claims c
      where c.trip_id = any(${tripIds}::text[])
        and c.trip_id is not null ${withdrawnToo ? sql`` : sql`and c.withdrawn_at is null`}
        ${approvedOnly ? sql`and c.manager_status = any(${APPROVED}::text[])` : sql``}
      ${order} limit ${sql.lit(MAX_CLAIMS)}
    ) c ${wideJoins} ${order}`;
}

export async function claimsOfTrips(db: Kysely<Tables>, tripIds: readonly string[], shown: Shown): Promise<ClaimRow[]> {
  return tripIds.length === 0 ? [] : (await claimsOfTripsStatement(tripIds, shown).execute(db)).rows;
}
