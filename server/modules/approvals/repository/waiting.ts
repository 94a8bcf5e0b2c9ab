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
  /** What totals know as well. */
  where: readonly Condition[];
  /**
   * A later stage: the person who decided the earlier one does not decide it (ACC-21), and totals do not record who
   * did.
   */
  isLater: boolean;
}

const all = (conditions: readonly Condition[]): Condition => sql.join([...conditions], sql` and `);

/**
 * What one decides: no record is in two of them, nobody's own is in any (ACC-6), and none that one decided before
 * (ACC-21).
 */
function queuesOf({ personId, managers, isFinance, isAdmin, kinds }: WaitingSearch): Queue[] {
  const wanted = RECORD_KINDS.filter((kind) => kinds === undefined || kinds.includes(kind));
  const numbers = wanted.flatMap((kind) => (kind === 'trip' ? [] : [NUMBERS[kind]]));
  const other = sql`q.owner_id <> ${personId}`;
  const claims = (as: DecidingAs, where: readonly Condition[]): Queue[] =>
    numbers.map((number) => ({
      as,
      from: 'claims',
      where: [sql`q.kind = ${sql.lit(number)}`, ...where, other],
      isLater: as !== 'manager',
    }));
  const trips = (as: DecidingAs, where: readonly Condition[]): Queue => ({
    as,
    from: 'trips',
    where: [...where, other],
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
    const rest = (status: string): Condition[] =>
      status === MANAGER.pending ? [sql`coalesce(q.manager_id, '') <> all(${managers}::text[])`] : [];
    const statuses = ADMIN.any.flatMap((admin) => MANAGER_STATUSES.map((manager) => [admin, manager] as const));
    queues.push(
      ...statuses.map(([admin, manager]) =>
        trips('cancellation', [
          sql`q.admin_status = ${admin}`,
          sql`q.cancellation_status = ${CANCELLATION.pending}`,
          sql`q.manager_status = ${manager}`,
          ...rest(manager),
        ]),
      ),
    );
  }
  return queues;
}

const OLDEST = sql`created_at, id`;

const living = (from: Queue['from']): Condition[] => (from === 'claims' ? [sql`q.withdrawn_at is null`] : []);

function walkOf({ as, from, where, isLater }: Queue, personId: string, enough: Condition): Condition {
  const byOthers = isLater ? [sql`q.manager_decided_by is distinct from ${personId}`] : [];
  return sql`(select q.id, q.created_at, ${sql.lit(as)} as role from ${sql.ref(from)} q
    where ${all([...where, ...living(from), ...byOthers])} order by q.created_at, q.id ${enough})`;
}

/** How many in all: one look at the totals of each kind of record, less what this person decided before. */
function countOf(queues: readonly Queue[], personId: string): Condition {
  const counts = (which: readonly Queue[], count: (from: Queue['from'], either: Condition) => Condition): Condition[] =>
    (['claims', 'trips'] as const).flatMap((from) => {
      const wanted = which.filter((queue) => queue.from === from);
      return wanted.length === 0
        ? []
        : [
            count(
              from,
              sql.join(
                wanted.map(({ where }) => sql`(${all(where)})`),
                sql` or `,
              ),
            ),
          ];
    });
  const sums = counts(
    queues,
    (from, either) =>
      sql`(select coalesce(sum(q.${sql.ref(from)}), 0)
        from ${sql.ref(from === 'claims' ? 'claim_totals' : 'trip_totals')} q where ${either})`,
  );
  const decided = counts(
    queues.filter(({ isLater }) => isLater),
    (from, either) =>
      sql`(select count(*) from ${sql.ref(from)} q
        where ${all([decidedBy(personId, 'q'), ...living(from), sql`(${either})`])})`,
  );
  return sql.join([sql.join(sums, sql` + `), ...decided], sql` - `);
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
    totals as (select (${countOf(queues, search.personId)})::bigint as total)
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
