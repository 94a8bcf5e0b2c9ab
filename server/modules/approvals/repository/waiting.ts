import { sql, type Kysely, type RawBuilder } from 'kysely';
import { MANAGER_STATUSES, PRIMARY_EXPENSE_TYPE, RECORD_KINDS, type RecordKind } from '#contract/enums.ts';
import type { DecidingAs } from '#contract/record.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { duplicatesOf, type DuplicateRow } from '#server/modules/claims/index.ts';
import { decidedBy } from '#server/modules/people/index.ts';
import { recordColumns, type RecordRow } from '#server/modules/records/index.ts';

type Condition = RawBuilder<unknown>;

/** Whose decision is waited for. */
export interface WaitingSearch {
  personId: string;
  /** Managers whose queues this person decides today: the own one, and those of whom one stands in for. */
  managers: readonly string[];
  isFinance: boolean;
  isAdmin: boolean;
  kinds: readonly RecordKind[] | undefined;
  limit: number;
  offset: number;
}

export type WaitingRow = RecordRow & { as: DecidingAs; duplicates: DuplicateRow[] | null };

const one = (values: readonly string[]): string => values[0] ?? '';
const MANAGER = { pending: one(storedStatuses('manager', ['1'])), approved: one(storedStatuses('manager', ['0'])) };
const FINANCE_PENDING = one(storedStatuses('finance', ['1']));
const ADMIN = { pending: one(storedStatuses('admin', ['1'])), any: storedStatuses('admin', ['0', '1', '2', '3']) };
const CANCELLATION = {
  pending: one(storedStatuses('cancellation', ['1'])),
  settled: storedStatuses('cancellation', ['2', '3']),
  living: storedStatuses('cancellation', ['1', '2', '3']),
};
const NUMBERS = {
  localExpense: PRIMARY_EXPENSE_TYPE.local,
  conveyance: PRIMARY_EXPENSE_TYPE.conveyance,
  travelExpense: PRIMARY_EXPENSE_TYPE.travel,
} as const;

/** One queue: the records of it, walked oldest first by an index, and how many there are, from the kept totals. */
interface Queue {
  as: DecidingAs;
  from: 'claims' | 'trips';
  /** What the totals of everybody know as well; of one manager, what those of each person know. */
  where: readonly Condition[];
  /** Whose records of these are not decided here: what only the totals of each person know. */
  except: Condition;
  /**
   * A later stage: the person who decided the earlier one does not decide it (ACC-21), and totals do not record who
   * did.
   */
  isLater: boolean;
}

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);
const any = (conditions: readonly Condition[]): Condition =>
  sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  );

/**
 * What one decides: no record is in two of them, nobody's own is in any (ACC-6), and none that one decided before
 * (ACC-21).
 */
function queuesOf({ personId, managers, isFinance, isAdmin, kinds }: WaitingSearch): Queue[] {
  const wanted = RECORD_KINDS.filter((kind) => kinds === undefined || kinds.includes(kind));
  const numbers = wanted.flatMap((kind) => (kind === 'trip' ? [] : [NUMBERS[kind]]));
  const own = sql`q.owner_id = ${personId}`;
  const claims = (as: DecidingAs, where: readonly Condition[]): Queue[] =>
    numbers.map((number) => ({
      as,
      from: 'claims',
      where: [sql`q.kind = ${sql.lit(number)}`, ...where],
      except: own,
      isLater: as !== 'manager',
    }));
  const trips = (as: DecidingAs, where: readonly Condition[], except = own): Queue => ({
    as,
    from: 'trips',
    where,
    except,
    isLater: as !== 'manager',
  });
  const mine = (manager: string): Condition[] => [
    sql`q.manager_id = ${manager}`,
    sql`q.manager_status = ${MANAGER.pending}`,
  ];
  const queues = managers.flatMap((manager) => claims('manager', mine(manager)));
  if (isFinance)
    queues.push(
      ...claims('finance', [
        sql`q.manager_status = ${sql.lit(MANAGER.approved)}`,
        sql`q.finance_status = ${FINANCE_PENDING}`,
      ]),
    );
  if (!wanted.includes('trip')) return queues;
  queues.push(
    ...managers.map((manager) =>
      trips('manager', [...mine(manager), sql`q.cancellation_status = any(${CANCELLATION.living}::text[])`]),
    ),
  );
  if (isAdmin) {
    queues.push(
      ...CANCELLATION.settled.map((status) =>
        trips('admin', [
          sql`q.admin_status = ${ADMIN.pending}`,
          sql`q.cancellation_status = ${status}`,
          sql`q.manager_status = ${MANAGER.approved}`,
        ]),
      ),
    );
    // What one decides as a manager first comes as that.
    const exceptOf = (status: string): Condition =>
      status === MANAGER.pending
        ? sql`(${own} or q.manager_id is not null and q.manager_id = any(${managers}::text[]))`
        : own;
    const statuses = ADMIN.any.flatMap((admin) => MANAGER_STATUSES.map((manager) => [admin, manager] as const));
    queues.push(
      ...statuses.map(([admin, manager]) =>
        trips(
          'cancellation',
          [
            sql`q.admin_status = ${admin}`,
            sql`q.cancellation_status = ${CANCELLATION.pending}`,
            sql`q.manager_status = ${manager}`,
          ],
          exceptOf(manager),
        ),
      ),
    );
  }
  return queues;
}

const OLDEST = sql`created_at, id`;

const living = (from: Queue['from']): Condition[] => (from === 'claims' ? [sql`q.withdrawn_at is null`] : []);

function walkOf({ as, from, where, except, isLater }: Queue, personId: string, enough: Condition): Condition {
  const byOthers = isLater ? [sql`q.manager_decided_by is distinct from ${personId}`] : [];
  const conditions = [...where, sql`not ${except}`, ...living(from), ...byOthers];
  return sql`(select q.id, q.created_at, ${sql.lit(as)} as role from ${sql.ref(from)} q
    where ${all(conditions)} order by q.created_at, q.id ${enough})`;
}

/**
 * How many in all. Of managers: by the totals of the people who report to them. Of later stages, which are everybody's:
 * by the totals of everybody, less those that this person does not decide. One look at each for each kind of record.
 */
function countOf(queues: readonly Queue[], { personId, managers }: WaitingSearch): Condition {
  const ofKind = (which: readonly Queue[], count: (from: Queue['from'], queued: readonly Queue[]) => Condition) =>
    (['claims', 'trips'] as const).flatMap((from) => {
      const queued = which.filter((queue) => queue.from === from);
      return queued.length === 0 ? [] : [count(from, queued)];
    });
  const sums = (
    totals: string,
    which: readonly Queue[],
    condition: (queue: Queue) => Condition,
    of = sql`true`,
  ): Condition[] =>
    ofKind(
      which,
      (from, queued) =>
        sql`(select coalesce(sum(q.${sql.ref(from)}), 0)
          from ${sql.ref(`${totals}${from === 'claims' ? 'claim_totals' : 'trip_totals'}`)} q
          where ${of} and (${any(queued.map(condition))}))`,
    );
  const early = queues.filter(({ isLater }) => !isLater);
  const later = queues.filter(({ isLater }) => isLater);
  const added = [
    ...sums('', early, ({ where, except }) => all([...where, sql`not ${except}`])),
    ...sums('overall_', later, ({ where }) => all(where)),
  ];
  // Few rows by two indexes, whatever the queues have in common.
  const near = sql`(q.owner_id = ${personId} or q.manager_id = any(${managers}::text[]))`;
  const taken = [
    ...sums('', later, ({ where, except }) => all([...where, except]), near),
    ...ofKind(
      later,
      (from, queued) =>
        sql`(select count(*) from ${sql.ref(from)} q where ${all([
          decidedBy(personId, 'q'),
          ...living(from),
          sql`(${any(queued.map(({ where, except }) => all([...where, sql`not ${except}`])))})`,
        ])})`,
    ),
  ];
  return sql.join([sql.join(added, sql` + `), ...taken], sql` - `);
}

type FoundRow = RecordRow & { id: string | null; role: DecidingAs; total: number; duplicates: DuplicateRow[] | null };

/** One page of all that waits and the number of it, oldest first and total, in one statement. */
export function waitingStatement(search: WaitingSearch): RawBuilder<FoundRow> {
  const queues = queuesOf(search);
  const enough = sql`limit ${sql.lit(search.limit + search.offset)}`;
  const walks = sql.join(
    queues.map((queue) => walkOf(queue, search.personId, enough)),
    sql` union all `,
  );
  return sql<FoundRow>`
    with page as (select * from (${walks}) m order by ${OLDEST}
      limit ${sql.lit(search.limit)} offset ${sql.lit(search.offset)}),
    totals as (select (${countOf(queues, search)})::bigint as total)
    select totals.total, p.id, p.role, ${recordColumns(sql`p.id`)},
      case when p.role = 'manager' then ${duplicatesOf(sql`p.id`)} end as duplicates
    from totals left join page p on true order by p.created_at, p.id`;
}

export async function searchWaiting(
  db: Kysely<Tables>,
  search: WaitingSearch,
): Promise<{ rows: WaitingRow[]; total: number }> {
  if (queuesOf(search).length === 0) return { rows: [], total: 0 };
  const { rows } = await waitingStatement(search).execute(db);
  return {
    rows: rows.filter(({ id }) => id !== null).map(({ role, ...row }) => ({ ...row, as: role })),
    total: rows[0]?.total ?? 0,
  };
}
