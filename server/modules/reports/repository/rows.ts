import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, type FinanceStatus, type PrimaryExpenseType } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { fits, found, inStatuses, ofKinds, ownerGroups, ownersNamed, type ReportSearch } from './search.ts';
import { all } from '#server/platform/database/conditions.ts';
import { NEWEST, type TripOfClaim } from '#server/modules/claims/index.ts';

/**
 * The claims of a report, some hundred at a time. Between two statements the connection is free for everybody else, and
 * no transaction stays open however slowly the report is read. Whether a claim is on a page hangs on when it was raised
 * and on its id, which never change: none comes twice, and none is left out that fits the filters all the while. Each
 * is told as it stood when it was read (REP-2).
 */

/** A claim as a report shows it. */
export interface ReportRow {
  id: string;
  kind: PrimaryExpenseType;
  type: string;
  expense_date: Day;
  claim_amount: number;
  remarks: string | null;
  manager_amount: number | null;
  manager_remarks: string | null;
  manager_decided_at: number | null;
  manager_name: string | null;
  finance_status: FinanceStatus;
  finance_amount: number | null;
  finance_remarks: string | null;
  finance_decided_at: number | null;
  finance_name: string | null;
  paid_on: Day | null;
  paid_amount: number | null;
  payment_reference: string | null;
  trip_id: string | null;
  details: Record<string, unknown>;
  created_at: number;
  owner_name: string;
  owner_code: string;
  owner_email: string;
  cost_centre: string;
  /** Names of the bills. */
  bills: string | null;
  trip: TripOfClaim | null;
}

type Condition = RawBuilder<unknown>;

const person = (id: Condition): Condition =>
  sql`lateral (select p.email, p.name, p.employee_code, p.cost_centre from people p where p.id = ${id} offset 0)`;
/** The columns of a ReportRow of a claim `c`, with `reportJoins`. */
export const reportColumns = sql`
  c.id, c.kind::int as kind, c.type, c.expense_date, c.claim_amount, c.remarks, c.manager_amount,
  c.manager_remarks, c.manager_decided_at, c.finance_status, c.finance_amount, c.finance_remarks, c.finance_decided_at,
  c.paid_on, c.paid_amount, c.payment_reference, c.trip_id, c.details, c.created_at,
  o.name as owner_name, o.employee_code as owner_code, o.email as owner_email, o.cost_centre, m.name as manager_name,
  f.name as finance_name,
  (select string_agg(b.name, '; ' order by b.position) from claim_bills b where b.claim_id = c.id) as bills,
  case when c.kind = ${sql.lit(PRIMARY_EXPENSE_TYPE.travel)} then
    (select json_build_object('startDay', t.start_date, 'endDay', t.end_date, 'from', t.departure_city,
      'to', t.arrival_city) from trips t where t.id = c.trip_id) end as trip`;
export const reportJoins = sql`
  join ${person(sql`c.owner_id`)} o on true left join ${person(sql`c.manager_decided_by`)} m on true
  left join ${person(sql`c.finance_decided_by`)} f on true`;

/** The place of a claim in the order of the lists, newest first. */
interface Key {
  created_at: number;
  id: string;
}
const BEFORE_ALL: Key = { created_at: Number.MAX_SAFE_INTEGER, id: '' };
const after = (key: Key): Condition => sql`(c.created_at, c.id) < (${key.created_at}::bigint, ${key.id}::text)`;

/** How many claims one statement reads: few at first, so that the file begins at once; more where few of them fit. */
const FIRST = 200;
const FEW = 250;
const MANY = 4_000;

/**
 * The next claims of the lists, by the indexes that give their order: those of each kind and status, or of people who
 * are named.
 */
function walks(search: ReportSearch, key: Key, limit: Condition): Condition[] {
  const owners = ownersNamed(search);
  const select = (from: Condition, ...conditions: Condition[]): Condition =>
    sql`select c.created_at, c.id from ${from} where ${all([...conditions, after(key)])} order by ${NEWEST} ${limit}`;
  if (owners.length > 0) {
    const own = select(
      sql`claims c`,
      sql`c.owner_id = p.id`,
      found(ofKinds(search, sql`c`), inStatuses(search, sql`c`)),
    );
    return [
      sql`select c.* from people p cross join lateral (${own}) c where ${all(owners)} order by ${NEWEST} ${limit}`,
    ];
  }
  return search.kinds.flatMap((kind) =>
    search.financeStatuses.map((status) =>
      select(sql`claims c`, found(sql`c.kind = ${sql.lit(kind)}`, sql`c.finance_status = ${sql.lit(status)}`)),
    ),
  );
}

type PageRow = ReportRow & { edge_at: number | null; edge_id: string | null; seen: number };

/** One page: the claims among the next `count` that fit, and where the walk has come to. All of it as of one moment. */
export const pageStatement = (search: ReportSearch, key: Key, count: number): RawBuilder<PageRow> => {
  const limit = sql`limit ${sql.lit(count)}`;
  return sql<PageRow>`
    with keys as materialized (select c.created_at, c.id from (${sql.join(
      walks(search, key, limit).map((walk) => sql`(${walk})`),
      sql` union all `,
    )}) c order by ${NEWEST} ${limit}),
    edge as (select count(*) as seen, (array_agg(c.created_at order by c.created_at, c.id))[1] as edge_at,
      (array_agg(c.id order by c.created_at, c.id))[1] as edge_id from keys c)
    select edge.*, r.* from edge
    left join (select ${reportColumns} from keys k join claims c on c.id = k.id ${reportJoins}
      where ${fits(search)}) r on true
    order by r.created_at desc, r.id desc`;
};

/** The claims of finance's lists that fit, newest first. */
async function* newestFirst(db: Kysely<Tables>, search: ReportSearch): AsyncGenerator<ReportRow[]> {
  if (search.kinds.length === 0 || search.financeStatuses.length === 0) return;
  let key: Key | null = BEFORE_ALL;
  let count = FIRST;
  while (key) {
    const page: PageRow[] = (await pageStatement(search, key, count).execute(db)).rows;
    const [first] = page;
    const rows = page.filter((row) => row.id !== null);
    if (rows.length > 0) yield rows;
    key =
      first && first.edge_id !== null && first.edge_at !== null && first.seen === count
        ? { created_at: first.edge_at, id: first.edge_id }
        : null;
    count = rows.length < count / 4 ? Math.min(MANY, count * 2) : FEW;
  }
}

/** The same in the order of the employees' codes. */
async function* byEmployeeCode(db: Kysely<Tables>, search: ReportSearch): AsyncGenerator<ReportRow[]> {
  for (const { ids, claims } of await ownerGroups(db, search, FEW)) {
    // Only one person's claims can be more than are read at once.
    const limit = claims > FEW ? FEW : null;
    let key: Key | null = BEFORE_ALL;
    while (key) {
      const conditions = [
        sql`c.owner_id = any(${ids}::text[])`,
        found(ofKinds(search, sql`c`), inStatuses(search, sql`c`)),
        after(key),
        fits(search),
      ];
      const rows: ReportRow[] = (
        await sql<ReportRow>`
        select ${reportColumns} from (select c.* from claims c where ${all(conditions)} order by ${NEWEST}
          limit ${limit}::bigint) c ${reportJoins}
        order by o.employee_code, ${NEWEST}`.execute(db)
      ).rows;
      if (rows.length > 0) yield rows;
      const last: ReportRow | undefined = rows.at(-1);
      key = limit !== null && last && rows.length === limit ? last : null;
    }
  }
}

/** The claims of a report in batches of a few hundred, in the order of the lists. */
export const reportRows = (
  db: Kysely<Tables>,
  search: ReportSearch,
  inOrderOfCodes: boolean,
): AsyncGenerator<ReportRow[]> => (inOrderOfCodes ? byEmployeeCode(db, search) : newestFirst(db, search));
