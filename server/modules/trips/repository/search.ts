import { sql, type Kysely, type RawBuilder } from 'kysely';
import { ADMIN_STATUSES, CANCELLATION_STATUSES, MANAGER_STATUSES } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { tripColumns, tripJoins, type TripRow } from './trips.ts';
import type { DayRange } from '#server/platform/database/conditions.ts';

type Condition = RawBuilder<unknown>;

/** Whose trips: what the session allows, beside whatever filters came in. */
export type TripScope = { of: 'owner'; ownerId: string } | { of: 'manager'; managerId: string } | { of: 'all' };

/** A search in the database's terms. Every condition given must hold. */
export interface TripSearch {
  scope: TripScope;
  managerStatuses?: readonly string[] | undefined;
  adminStatuses?: readonly string[] | undefined;
  cancellationStatuses?: readonly string[] | undefined;
  /** Whole values, any case, of the owner. */
  names?: readonly string[] | undefined;
  emails?: readonly (readonly string[])[] | undefined;
  codes?: readonly string[] | undefined;
  /** Arrival cities: whole, any case. */
  cities?: readonly string[] | undefined;
  /** Of the first day. */
  days?: DayRange | undefined;
  byEmployeeCode: boolean;
  limit: number;
  offset: number;
}

export interface FoundTrips {
  rows: TripRow[];
  total: number;
}

const NEWEST = sql`t.created_at desc, t.id desc`;
/** Those that are not cancelled: what is in a queue. */
const LIVING = storedStatuses('cancellation', ['1', '2', '3']);

const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);
/** One value is compared plainly: an index then still gives its order. */
const oneOf = (column: Condition, values: readonly string[]): Condition =>
  values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${values}::text[])`;

function scopeConditions(scope: TripScope): Condition[] {
  if (scope.of === 'owner') return [sql`t.owner_id = ${scope.ownerId}`];
  return scope.of === 'manager' ? [sql`t.manager_id = ${scope.managerId}`] : [];
}

/** Conditions on the owner, for people by the name `p`. */
function ownerConditions(search: TripSearch): Condition[] {
  const wanted = [
    ['name', search.names],
    ...(search.emails ?? []).map((emails) => ['email', emails] as const),
    ['employee_code', search.codes],
  ] as const;
  return wanted.flatMap(([column, values]) =>
    values ? [sql`lower(p.${sql.ref(column)}) = any(select lower(v) from unnest(${values}::text[]) as v)`] : [],
  );
}

/** A cancelled trip is on its owner's list, and on another only where it is asked for (TRIP-8). */
const cancellationsOf = (search: TripSearch): readonly string[] | undefined =>
  search.cancellationStatuses ?? (search.scope.of === 'owner' ? undefined : LIVING);

function statusConditions(search: TripSearch): Condition[] {
  const wanted = [
    ['manager_status', search.managerStatuses],
    ['admin_status', search.adminStatuses],
    ['cancellation_status', cancellationsOf(search)],
  ] as const;
  return wanted.flatMap(([column, values]) => (values ? [oneOf(sql`t.${sql.ref(column)}`, values)] : []));
}

/** What only the trips themselves know, beside where they go. */
function dayConditions({ days }: TripSearch): Condition[] {
  const conditions: Condition[] = [];
  if (days?.from !== null && days?.from !== undefined) conditions.push(sql`t.start_date >= ${days.from}`);
  if (days?.to !== null && days?.to !== undefined) conditions.push(sql`t.start_date <= ${days.to}`);
  return conditions;
}

const inCity = (city: string): Condition => sql`lower(t.arrival_city) = lower(${city}::text)`;
const cityConditions = ({ cities }: TripSearch): Condition[] =>
  cities ? [sql`(${sql.join(cities.map(inCity), sql` or `)})`] : [];

/** How many there are: from the kept totals, or, where dates or cities matter, from the trips. */
function totalOf(search: TripSearch): Condition {
  const looks = [...dayConditions(search), ...cityConditions(search)];
  const owners = ownerConditions(search);
  const conditions = [...scopeConditions(search.scope), ...statusConditions(search), ...looks];
  if (owners.length > 0) conditions.push(sql`t.owner_id in (select p.id from people p where ${all(owners)})`);
  const ofAll = search.scope.of === 'all' && owners.length === 0;
  const totals = ofAll ? sql`overall_trip_totals t` : sql`trip_totals t`;
  return looks.length === 0
    ? sql`select coalesce(sum(t.trips), 0)::bigint as total from ${totals} where ${all(conditions)}`
    : sql`select count(*) as total from trips t where ${all(conditions)}`;
}

/**
 * Relations that together are the trips asked for, each of which an index gives newest first. Null: one walk with all
 * conditions will do.
 */
function walksOf(search: TripSearch): Condition[] | null {
  if (search.scope.of === 'owner') return null;
  const each = (column: string, statuses: readonly string[]): Condition[] =>
    statuses.map((status) => sql`t.${sql.ref(column)} = ${status}`);
  const managers = each('manager_status', search.managerStatuses ?? MANAGER_STATUSES);
  if (search.scope.of === 'manager') return managers;
  if (search.cities) return search.cities.map(inCity);
  if (!search.managerStatuses && !search.adminStatuses && !search.cancellationStatuses) return null;
  const admins = each('admin_status', search.adminStatuses ?? ADMIN_STATUSES);
  const cancellations = each('cancellation_status', cancellationsOf(search) ?? CANCELLATION_STATUSES);
  return admins.flatMap((admin) =>
    cancellations.flatMap((cancellation) => managers.map((manager) => all([admin, cancellation, manager]))),
  );
}

/**
 * The trips of the page, never by sorting all there are: walks by their indexes are merged, and where owners are named,
 * each owner's trips are walked.
 */
function pageOf(search: TripSearch): Condition {
  const conditions = [
    ...scopeConditions(search.scope),
    ...statusConditions(search),
    ...dayConditions(search),
    ...cityConditions(search),
  ];
  const owners = ownerConditions(search);
  // The number is inlined: the planner then knows that few rows are wanted.
  const limit =
    search.offset > 0
      ? sql`limit ${sql.lit(search.limit)} offset ${search.offset}`
      : sql`limit ${sql.lit(search.limit)}`;
  const enough = sql`limit ${sql.lit(search.limit + search.offset)}`;
  if (search.byEmployeeCode) {
    return sql`select t.* from trips t join people p on p.id = t.owner_id where ${all([...conditions, ...owners])}
      order by p.employee_code, ${NEWEST} ${limit}`;
  }
  if (owners.length > 0) {
    const walk = sql`select t.* from trips t where t.owner_id = p.id and ${all(conditions)}
      order by ${NEWEST} ${enough}`;
    return sql`select t.* from people p cross join lateral (${walk}) t where ${all(owners)}
      order by ${NEWEST} ${limit}`;
  }
  const walks = walksOf(search);
  const walk = (condition: Condition): Condition =>
    sql`select t.* from trips t where ${all([condition, ...conditions])} order by ${NEWEST}`;
  if (walks === null) return sql`${walk(sql`true`)} ${limit}`;
  const [only] = walks;
  if (!only) return sql`select t.* from trips t where false`;
  if (walks.length === 1) return sql`${walk(only)} ${limit}`;
  return sql`select t.* from (${sql.join(
    walks.map((condition) => sql`(${walk(condition)} ${enough})`),
    sql` union all `,
  )}) t order by ${NEWEST} ${limit}`;
}

type FoundRow = TripRow & { id: string | null; total: number };

/** One page and the number of all, in one statement. Newest first and total, so that pages never overlap. */
export function tripStatement(search: TripSearch): RawBuilder<FoundRow> {
  const order = search.byEmployeeCode ? sql`t.owner_code, ${NEWEST}` : NEWEST;
  return sql<FoundRow>`
    with totals as (${totalOf(search)}), page as (${pageOf(search)}),
      wide as (select ${tripColumns} from page t ${tripJoins})
    select totals.total, t.* from totals left join wide t on true order by ${order}`;
}

/** Runs a search. No trip of the page is left out and none is counted that is not found, as of one moment. */
export async function searchTrips(db: Kysely<Tables>, search: TripSearch): Promise<FoundTrips> {
  const result = await tripStatement(search).execute(db);
  return { rows: result.rows.filter((row) => row.id !== null), total: result.rows[0]?.total ?? 0 };
}
