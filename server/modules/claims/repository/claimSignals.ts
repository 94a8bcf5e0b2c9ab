import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, TRAVEL_EXPENSE_TYPES } from '#contract/enums.ts';
import { MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import type { Day } from '#domain/dates.ts';
import { ONE_EACH, SHARED_GROUPS } from '#domain/samePaper.ts';
import { RIDE } from '#domain/sameWay.ts';
import { storedStatuses } from '#domain/status.ts';
import { isFood } from '#domain/travelExpense.ts';
import type { Condition } from '#server/platform/database/conditions.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { ConveyanceDetails } from '../presenter.ts';
import type { ClaimRow } from './claims.ts';

/** Another claim with the same bill, with what decides how much of it the viewer sees. */
export interface DuplicateRow {
  id: string;
  owner_id: string;
  manager_id: string | null;
  manager_status: string;
  name: string;
  day: Day;
  /** What is the same: 0 the file, from 1 on as in SAME_BILL. */
  same: number;
}

/** Its seller's GSTIN is the beginning of what a bill is found by. */
const GSTIN_LENGTH = 15;
/**
 * Of other bills so many are read for all bills of a claim together, by each thing that may be the same: one more than
 * are counted. Thousands may be the same, of a monthly plan or of somebody who files them to make their manager's list
 * slow (S3).
 */
const ENOUGH = sql.lit(MAX_COUNTED_INSIDE + 1);

const irnOf = (bill: Condition): Condition => sql`(${bill}.gst -> 'invoice' ->> 'irn')`;
const upiOf = (bill: Condition): Condition => sql`(${bill}.reading ->> 'upiReference')`;
const yearOf = (bill: Condition): Condition => sql`coalesce(${bill}.seller_bill_year, 0)`;
const [D, B] = [sql`d`, sql`b`];
const BY_CLAIM = sql`order by d.claim_id`;

const SELLER_SAME = sql`d.seller_bill = b.seller_bill
  and left(b.seller_bill, ${sql.lit(GSTIN_LENGTH)}) <> all((select gstins from organisation)::text[])`;

const groupsOf = (bill: Condition): Condition => sql`(${bill}.paper -> 'groups')`;
const timesOf = (bill: Condition): Condition => sql`(${bill}.paper -> 'times')`;
const hasTotalOf = (one: Condition, other: Condition): Condition =>
  sql`${groupsOf(one)} @> (${other}.paper -> 'totalGroup')`;
const sameValue = (name: string): Condition =>
  sql`(d.paper ->> ${sql.lit(name)} = b.paper ->> ${sql.lit(name)}) is not false`;

/**
 * Said from either side: once alone, the planner takes one bill in a hundred for such a one, and among many it rather
 * reads all of them in turn until there are enough.
 */
const PAPER_NEAR: Condition = sql`d.paper_keys && b.paper_keys and b.paper_keys && d.paper_keys`;

/** When the paper of `d` is that of `b`, in the words of `isSamePaper` (DOC-23); found by what two of them share. */
const PAPER_SAME: Condition = sql.join(
  [
    sql`(${sameValue('total')} or (${hasTotalOf(D, B)} and ${hasTotalOf(B, D)}))`,
    ...ONE_EACH.map(sameValue),
    sql`(${timesOf(D)} <@ ${timesOf(B)} or ${timesOf(D)} @> ${timesOf(B)})`,
    sql`(select count(*) from jsonb_array_elements(${groupsOf(D)}) g where ${groupsOf(B)} @> g) >= greatest(
      ${sql.lit(SHARED_GROUPS.least)}, ${sql.lit(SHARED_GROUPS.part)}
        * least(jsonb_array_length(${groupsOf(D)}), jsonb_array_length(${groupsOf(B)})))`,
  ],
  sql` and `,
);

/** How another bill `d` is found that is the same as `b`, by an index. */
interface Look {
  /** What is the same, as in DuplicateRow. */
  same: number;
  found: Condition;
  /** The order of the index, by which no more of it is read than are wanted; without one any are taken. */
  order?: Condition;
  /** Where what is found may be another bill yet. */
  but?: Condition;
}

/**
 * As a file, as an e-invoice, by seller and number, by its UPI payment (DOC-8, DOC-21), by its paper (DOC-23). A number
 * comes again with another financial year. Where the only GSTIN that was read is the organisation's, it says nothing of
 * the seller.
 */
const LOOKS: readonly Look[] = [
  { same: 0, found: sql`d.file_hash = b.file_hash`, order: BY_CLAIM },
  { same: 1, found: sql`d.gst ->> 'state' = 'verified' and ${irnOf(D)} = ${irnOf(B)}`, order: BY_CLAIM },
  { same: 2, found: sql`${SELLER_SAME} and ${yearOf(D)} = b.seller_bill_year`, order: BY_CLAIM },
  { same: 2, found: sql`${SELLER_SAME} and ${yearOf(D)} = 0`, order: BY_CLAIM },
  {
    same: 2,
    found: sql`${SELLER_SAME} and b.seller_bill_year is null and ${yearOf(D)} > 0`,
    order: sql`order by ${yearOf(D)}, d.claim_id`,
  },
  { same: 3, found: sql`${upiOf(D)} = ${upiOf(B)}`, order: BY_CLAIM },
  { same: 4, found: PAPER_NEAR, but: PAPER_SAME },
];

/** What is found is not left out again but by `but`, so that nothing that is the same goes untold for what is not. */
const othersBy = (id: Condition, { same, found, order = sql``, but = sql`true` }: Look): Condition => sql`(
  select d.claim_id, ${sql.lit(same)} as same from (
    select near.claim_id, near.paper, b.paper as own from claim_bills b cross join lateral (
      select d.claim_id, d.paper from claim_bills d
      where ${found} and not d.withdrawn and d.claim_id <> b.claim_id ${order} limit ${ENOUGH}) near
    where b.claim_id = ${id} limit ${ENOUGH}) d
  cross join lateral (select d.own as paper) b where ${but})`;

/**
 * Other claims with a bill of this one, as DuplicateRow, those first of which more is the same: at most one more than
 * are counted, however many there are.
 */
export const duplicatesOf = (id: Condition): Condition => sql`(
  select json_agg(jsonb_build_object('id', dc.id, 'owner_id', dc.owner_id, 'manager_id', dc.manager_id,
    'manager_status', dc.manager_status, 'name', dp.name, 'day', dc.expense_date, 'same', s.same)
    order by s.same, dc.id)
  from (select n.claim_id, min(n.same) as same from (
      ${sql.join(
        LOOKS.map((look) => othersBy(id, look)),
        sql` union all `,
      )}) n
    group by n.claim_id order by 2, 1 limit ${ENOUGH}) s
  join claims dc on dc.id = s.claim_id join people dp on dp.id = dc.owner_id
)`;

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
