import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import { MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import { RIDE } from '#domain/sameWay.ts';
import { storedStatuses } from '#domain/status.ts';
import { isFood } from '#domain/travelExpense.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ConveyanceDetails } from '../presenter.ts';
import type { ClaimRow } from './claims.ts';

/** Of other conveyance so much is read: one more than is counted. */
const ENOUGH = sql.lit(MAX_COUNTED_INSIDE + 1);

/** Signals for the approver, by claim. Paise. */
export interface ClaimSignalsRow {
  id: string;
  /** Of a FOOD claim: the other food of that day. */
  other_food: number | null;
  /** The median of the last ones approved; null where there are none. */
  usual: number | null;
  usual_of: number;
  /** Of conveyance: the other conveyance of that day that may be for the same way (DOC-25), if there is some. */
  rides: { paise: number; of: number; same_route: boolean } | null;
}

/** How many of the last approved ones define what is usual. */
const LAST = 9;
const TRAVEL = sql.lit(PRIMARY_EXPENSE_TYPE.travel);
const FOOD = TRAVEL_EXPENSE_TYPES.filter(isFood);
const REJECTED = { manager: storedStatuses('manager', ['2']), finance: storedStatuses('finance', ['2']) };
const PENDING: readonly string[] = storedStatuses('manager', ['1']);
const SALES_TRIP = sql.lit(PRIMARY_EXPENSE_TYPE.conveyance);
/** A claim `c` of that person and day that is neither withdrawn nor rejected. */
const COUNTS = sql`c.withdrawn_at is null and c.manager_status <> all(${REJECTED.manager}::text[])
  and c.finance_status <> all(${REJECTED.finance}::text[])`;
const OF_DAY = sql`c.owner_id = r.owner_id and c.expense_date = r.day and ${COUNTS}`;

/** From where to where a sales trip went, however it was typed. */
const routeOf = ({ fromLocation = '', toLocation = '' }: Partial<ConveyanceDetails>): string =>
  [fromLocation, toLocation].map((place) => place.trim().toLowerCase()).join('\n');
const ROUTE = sql`lower(trim(c.details ->> 'fromLocation')) || chr(10) || lower(trim(c.details ->> 'toLocation'))`;

/** The other conveyance of `r` (DOC-25): of a sales trip on travel claims and of the same route; else sales trips. */
const RIDES = sql`(select jsonb_build_object('paise', sum(o.paise), 'of', count(*), 'same_route', bool_or(o.same_route))
  from ((select c.claim_amount as paise, false as same_route from claims c
      where r.kind = ${SALES_TRIP} and c.kind = ${sql.lit(PRIMARY_EXPENSE_TYPE.travel)} and c.type = ${RIDE}
        and ${OF_DAY} limit ${ENOUGH})
    union all (select c.claim_amount, r.kind = ${SALES_TRIP} from claims c
      where c.kind = ${SALES_TRIP} and c.id <> r.id and (r.kind <> ${SALES_TRIP} or ${ROUTE} = r.route)
        and ${OF_DAY} limit ${ENOUGH})) o having count(*) > 0)`;

type Asked = Pick<ClaimRow, 'id' | 'kind' | 'owner_id' | 'type' | 'expense_date' | 'manager_status' | 'details'>;

const isRide = ({ kind, type }: Asked): boolean =>
  kind === PRIMARY_EXPENSE_TYPE.conveyance || (kind === PRIMARY_EXPENSE_TYPE.travel && type === RIDE);

/**
 * For the claims of one page in one statement: of each, a few steps in the index of the last approved, and of food and
 * conveyance, those of the day.
 */
export function claimSignalsStatement(claims: readonly Asked[]): RawBuilder<ClaimSignalsRow> {
  const column = (of: (claim: Asked) => string | number) => claims.map(of);
  const food = column(({ kind, type }) => (kind === PRIMARY_EXPENSE_TYPE.travel && isFood(type) ? 1 : 0));
  return sql<ClaimSignalsRow>`
    select r.id, case when r.food = 1 then (${otherOfDay(sql`r.owner_id`, sql`r.day`, sql`r.id`)}) end as other_food,
      u.usual, u.usual_of, case when r.ride = 1 then ${RIDES} end as rides
    from unnest(${column(({ id }) => id)}::text[], ${column(({ kind }) => kind)}::smallint[],
      ${column(({ owner_id }) => owner_id)}::text[], ${column(({ type }) => type)}::text[],
      ${column(({ expense_date }) => expense_date)}::text[], ${food}::smallint[],
      ${column((claim) => (isRide(claim) ? 1 : 0))}::smallint[], ${column(({ details }) => routeOf(details))}::text[])
      as r(id, kind, owner_id, type, day, food, ride, route)
    cross join lateral (
      select percentile_disc(0.5) within group (order by l.manager_amount) as usual, count(*)::int as usual_of
      from (select c.manager_amount from claims c
        where c.owner_id = r.owner_id and c.kind = r.kind and c.type = r.type and c.manager_amount > 0
        and c.withdrawn_at is null order by c.manager_decided_at desc limit ${sql.lit(LAST)}) l
    ) u`;
}

/** The facts of those claims that a manager has still to decide, by id. */
export async function claimSignalsOf(
  db: Kysely<Tables>,
  claims: readonly Asked[],
): Promise<ReadonlyMap<string, ClaimSignalsRow>> {
  const open = claims.filter(({ manager_status }) => PENDING.includes(manager_status));
  if (open.length === 0) return new Map();
  return new Map((await claimSignalsStatement(open).execute(db)).rows.map((row) => [row.id, row]));
}

/** What a person claimed of these types for a day, one claim aside; rejected and withdrawn ones do not count. */
export const otherOfDay = (
  ownerId: RawBuilder<unknown>,
  day: RawBuilder<unknown>,
  except: RawBuilder<unknown>,
  types: readonly string[] = FOOD,
) => sql<{ paise: number }>`
  select coalesce(sum(claim_amount), 0)::bigint as paise from claims
  where kind = ${TRAVEL} and owner_id = ${ownerId} and expense_date = ${day} and type = any(${types}::text[])
    and withdrawn_at is null
    and manager_status <> all(${REJECTED.manager}::text[]) and finance_status <> all(${REJECTED.finance}::text[])
      and id is distinct from ${except}`;
