import { sql, type Kysely, type RawBuilder } from 'kysely';
import { PRIMARY_EXPENSE_TYPE, type PrimaryExpenseType } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/database/tables.ts';
import { all, NEWEST } from './claimSearch.ts';
import type { TripOfClaim } from './claims.ts';
import { fits, found, inStatuses, ofKinds, ownerGroups, ownersNamed, type ReportSearch } from './reportSearch.ts';

/**
 * The claims of a report, some hundred at a time. Between two statements the connection is free for everybody else, and no transaction
 * stays open however slowly the report is read. Whether a claim is on a page hangs on when it was raised and on its id, which never
 * change: none comes twice, and none is left out that fits the filters all the while. Each is told as it stood when it was read.
 */

/** A claim as a report tells it. */
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
  finance_status: string;
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

const person = (id: Condition): Condition => sql`lateral (select p.email, p.name, p.employee_code, p.cost_centre from people p where p.id = ${id} offset 0)`;
const columns = sql`c.id, c.kind::int as kind, c.type, c.expense_date, c.claim_amount, c.remarks, c.manager_amount, c.manager_remarks, c.manager_decided_at, c.finance_status, c.finance_amount, c.finance_remarks, c.finance_decided_at,
  c.paid_on, c.paid_amount, c.payment_reference, c.trip_id, c.details, c.created_at,
  o.name as owner_name, o.employee_code as owner_code, o.email as owner_email, o.cost_centre, m.name as manager_name, f.name as finance_name,
  (select string_agg(b.name, '; ' order by b.position) from claim_bills b where b.claim_id = c.id) as bills,
  case when c.kind = ${sql.lit(PRIMARY_EXPENSE_TYPE.travel)} then (select json_build_object('startDay', t.start_date, 'endDay', t.end_date, 'from', t.departure_city, 'to', t.arrival_city) from trips t where t.id = c.trip_id) end as trip`;
const joins = sql`join ${person(sql`c.owner_id`)} o on true left join ${person(sql`c.manager_decided_by`)} m on true left join ${person(sql`c.finance_decided_by`)} f on true`;

/** The place of a claim in the order of the lists, newest first. */
interface Key {
  created_at: number;
  id: string;
}
const BEFORE_ALL: Key = { created_at: Number.MAX_SAFE_INTEGER, id: '' };
const after = (key: Key): Condition => sql`(c.created_at, c.id) < (${key.created_at}::bigint, ${key.id}::text)`;
const comesFirst = (one: Key, other: Key): boolean => one.created_at > other.created_at || (one.created_at === other.created_at && one.id > other.id);

/** So many claims are looked at in one statement: few at first, so that the file begins at once; more where few of them fit. */
const FIRST = 200;
const FEW = 500;
const MANY = 4_000;

/** Claims of one kind and status, by the index that gives their order; where people are named, by theirs. */
function candidates(search: ReportSearch, kind: PrimaryExpenseType, status: string | null, key: Key, count: number): Condition {
  const owners = ownersNamed(search);
  const limit = sql`order by ${NEWEST} limit ${sql.lit(count)}`;
  const where = sql`${found(sql`c.kind = ${kind}`, status === null ? inStatuses(search, sql`c`) : sql`c.finance_status = ${status}`)} and ${after(key)}`;
  if (owners.length === 0) return sql`select c.* from claims c where ${where} ${limit}`;
  return sql`select c.* from people p cross join lateral (select c.* from claims c where c.owner_id = p.id and ${where} ${limit}) c where ${all(owners)} ${limit}`;
}

type PageRow = ReportRow & { edge_at: number | null; edge_id: string | null; seen: number };

/** One page of a walk: the claims among the next `count` that fit, and where the walk has come to. */
export const pageStatement = (search: ReportSearch, kind: PrimaryExpenseType, status: string | null, key: Key, count: number): RawBuilder<PageRow> => sql<PageRow>`
  with candidates as materialized (${candidates(search, kind, status, key, count)}),
  edge as (select count(*) as seen, (array_agg(c.created_at order by c.created_at, c.id))[1] as edge_at, (array_agg(c.id order by c.created_at, c.id))[1] as edge_id from candidates c)
  select edge.*, r.* from edge left join (select ${columns} from candidates c ${joins} where ${fits(search)}) r on true order by r.created_at desc, r.id desc`;

/** Claims of one kind and status, newest first. */
class Walk {
  rows: ReportRow[] = [];
  #at = 0;
  #key = BEFORE_ALL;
  #count = FIRST;
  #ended = false;
  readonly #db: Kysely<Tables>;
  readonly #statement: (key: Key, count: number) => RawBuilder<PageRow>;

  constructor(db: Kysely<Tables>, statement: (key: Key, count: number) => RawBuilder<PageRow>) {
    this.#db = db;
    this.#statement = statement;
  }

  /** The next claim, when one is at hand; see `fill`. */
  get head(): ReportRow | undefined {
    return this.rows[this.#at];
  }

  take(): void {
    this.#at += 1;
  }

  /** Reads on until a claim is at hand or there are no more. */
  async fill(): Promise<void> {
    while (this.head === undefined && !this.#ended) {
      const page = (await this.#statement(this.#key, this.#count).execute(this.#db)).rows;
      const [first] = page;
      this.rows = page.filter((row) => row.id !== null);
      this.#at = 0;
      if (first?.edge_id == null || first.edge_at === null || first.seen < this.#count) this.#ended = true;
      else {
        this.#key = { created_at: first.edge_at, id: first.edge_id };
        this.#count = this.rows.length < this.#count / 4 ? Math.min(MANY, this.#count * 2) : FEW;
      }
    }
  }
}

/** The claims of finance's lists that fit, newest first. */
async function* newestFirst(db: Kysely<Tables>, search: ReportSearch): AsyncGenerator<ReportRow[]> {
  const statuses = ownersNamed(search).length > 0 ? [null] : search.financeStatuses;
  const walks = search.kinds.flatMap((kind) => statuses.map((status) => new Walk(db, (key, count) => pageStatement(search, kind, status, key, count))));
  for (;;) {
    const batch: ReportRow[] = [];
    for (const walk of walks) await walk.fill();
    for (;;) {
      let next: Walk | undefined;
      for (const walk of walks) if (walk.head && (!next?.head || comesFirst(walk.head, next.head))) next = walk;
      if (!next?.head) break;
      batch.push(next.head);
      next.take();
      if (next.head === undefined) break;
    }
    if (batch.length === 0) return;
    yield batch;
  }
}

/** The same in the order of the employees' codes. */
async function* byEmployeeCode(db: Kysely<Tables>, search: ReportSearch): AsyncGenerator<ReportRow[]> {
  for (const { ids, claims } of await ownerGroups(db, search, FEW)) {
    // Only one person's claims can be more than are read at once.
    const limit = claims > FEW ? FEW : null;
    let key: Key | null = BEFORE_ALL;
    while (key) {
      const conditions = [sql`c.owner_id = any(${ids}::text[])`, found(ofKinds(search, sql`c`), inStatuses(search, sql`c`)), after(key), fits(search)];
      const rows: ReportRow[] = (await sql<ReportRow>`
        select ${columns} from (select c.* from claims c where ${all(conditions)} order by ${NEWEST} limit ${limit}::bigint) c ${joins}
        order by o.employee_code, ${NEWEST}`.execute(db)).rows;
      if (rows.length > 0) yield rows;
      const last: ReportRow | undefined = rows.at(-1);
      key = limit !== null && last && rows.length === limit ? last : null;
    }
  }
}

/** The claims of a report in batches of a few hundred, in the order of the lists. */
export const reportRows = (db: Kysely<Tables>, search: ReportSearch, inOrderOfCodes: boolean): AsyncGenerator<ReportRow[]> => (inOrderOfCodes ? byEmployeeCode(db, search) : newestFirst(db, search));
