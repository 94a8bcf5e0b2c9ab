import { sql, type RawBuilder, type Selectable } from 'kysely';
import { MAX_COUNTED_INSIDE } from '#contract/limits.ts';
import type { Day } from '#domain/dates.ts';
import { ONE_EACH, SHARED_GROUPS } from '#domain/samePaper.ts';
import type { Condition } from '#server/platform/database/conditions.ts';
import type { ClaimBillsTable } from '#server/platform/database/tables/claimTables.ts';

/** Other claims with the same bill (DOC-8, DOC-21, DOC-23). */

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

/** For which bills, named `b`, others are looked for; of which claims no others are taken. */
interface Asked {
  bills: Condition;
  which: Condition;
  not: Condition;
}

/** What is found is not left out again but by `but`, so that nothing that is the same goes untold for what is not. */
const othersBy = (
  { bills, which, not }: Asked,
  { same, found, order = sql``, but = sql`true` }: Look,
): Condition => sql`(
  select d.claim_id, ${sql.lit(same)} as same from (
    select near.claim_id, near.paper, b.paper as own from ${bills} b cross join lateral (
      select d.claim_id, d.paper from claim_bills d
      where ${found} and not d.withdrawn and d.claim_id <> ${not} ${order} limit ${ENOUGH}) near
    where ${which} limit ${ENOUGH}) d
  cross join lateral (select d.own as paper) b where ${but})`;

/** Claims with bills of the same, by each thing that may be. */
const sameAs = (asked: Asked): Condition =>
  sql.join(
    LOOKS.map((look) => othersBy(asked, look)),
    sql` union all `,
  );

/**
 * Other claims with a bill of this one, as DuplicateRow, those first of which more is the same: at most one more than
 * are counted, however many there are.
 */
export const duplicatesOf = (id: Condition): Condition => sql`(
  select json_agg(jsonb_build_object('id', dc.id, 'owner_id', dc.owner_id, 'manager_id', dc.manager_id,
    'manager_status', dc.manager_status, 'name', dp.name, 'day', dc.expense_date, 'same', s.same)
    order by s.same, dc.id)
  from (select n.claim_id, min(n.same) as same
    from (${sameAs({ bills: sql`claim_bills`, which: sql`b.claim_id = ${id}`, not: sql`b.claim_id` })}) n
    group by n.claim_id order by 2, 1 limit ${ENOUGH}) s
  join claims dc on dc.id = s.claim_id join people dp on dp.id = dc.owner_id
)`;

/** A bill that is on no claim yet, by what others are found. */
export type AskedBill = Pick<
  Selectable<ClaimBillsTable>,
  'file_hash' | 'reading' | 'gst' | 'seller_bill' | 'seller_bill_year' | 'paper' | 'paper_keys'
>;

/** The claim that has most of such a bill. */
export interface UsedBillRow extends Pick<DuplicateRow, 'id' | 'owner_id' | 'day' | 'same'> {
  file_hash: string;
}

/**
 * Of each of these bills the claim where most of it is the same, among those the person's own first; without those
 * named in `except`. Bills that are on none have no row (DOC-26).
 */
export const usedBillsStatement = (
  bills: readonly AskedBill[],
  { personId, except }: { personId: string; except: readonly string[] },
): RawBuilder<UsedBillRow> => sql<UsedBillRow>`
  select distinct on (a.file_hash) a.file_hash, dc.id, dc.owner_id, dc.expense_date as day, n.same
  from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as a(file_hash text, reading jsonb, gst jsonb,
    seller_bill text, seller_bill_year int, paper jsonb, paper_keys text[])
  cross join lateral (${sameAs({ bills: sql`(select a.*)`, which: sql`true`, not: sql`all(${except}::text[])` })}) n
  join claims dc on dc.id = n.claim_id
  order by a.file_hash, n.same, dc.owner_id <> ${personId}, dc.id`;
