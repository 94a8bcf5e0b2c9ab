import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Day } from '#domain/dates.ts';
import type { Role } from '#contract/enums.ts';
import { storedStatuses } from '#domain/status.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { decidedBy } from '#server/modules/people/index.ts';
import { mayStillSee } from '#server/modules/enquiries/index.ts';

export type Queue =
  | 'ownClaims'
  | 'ownTrips'
  | 'managerClaims'
  | 'managerTrips'
  | 'financeClaims'
  | 'adminTrips'
  | 'cancellations'
  | 'toPost'
  | 'failedVouchers'
  | 'toAnswer'
  | 'toClose';

export interface Counted {
  queue: Queue;
  /** Of claims: the primaryExpenseType. */
  kind: number | null;
  n: number;
}

const MANAGER = { pending: storedStatuses('manager', ['1'])[0], approved: storedStatuses('manager', ['0'])[0] ?? '' };
const ADMIN_PENDING = storedStatuses('admin', ['1'])[0];
const ADMIN_ANY = storedStatuses('admin', ['0', '1', '2', '3']);
const FINANCE = { pending: storedStatuses('finance', ['1'])[0], approved: storedStatuses('finance', ['0'])[0] };
const CANCELLATION = {
  pending: storedStatuses('cancellation', ['1'])[0],
  living: storedStatuses('cancellation', ['1', '2', '3']),
};
const KINDS = sql`kind = any(array[0, 1, 2]::smallint[])`;

const total = (queue: Queue, where: RawBuilder<unknown>): RawBuilder<Counted> =>
  sql`select ${sql.lit(queue)} as queue, kind::int as kind, sum(claims)::bigint as n from claim_totals where ${where}
    group by kind`;
const count = (queue: Queue, from: RawBuilder<unknown>): RawBuilder<Counted> =>
  sql`select ${sql.lit(queue)} as queue, null::int as kind, count(*) as n from ${from}`;

/** Whose queues these are: they are chosen by role. */
const rolesOf = (queues: readonly Queue[]): Role[] => [
  ...(queues.includes('managerClaims') ? ['manager' as const] : []),
  ...(queues.includes('financeClaims') ? ['finance' as const] : []),
  ...(queues.includes('adminTrips') ? ['admin' as const] : []),
];

/**
 * What waits for finance of what was approved up to then (FIN-6): all there is by the kept totals, less what was
 * approved later and what this person approved (ACC-21).
 */
function inWindow(personId: string, until: number): RawBuilder<Counted> {
  const waits = sql`${KINDS} and manager_status = ${sql.lit(MANAGER.approved)} and finance_status = ${FINANCE.pending}`;
  const late = sql`select kind, -1 as n from claims
    where ${waits} and withdrawn_at is null and manager_decided_at > ${until}`;
  const decided = sql`select kind, -1 as n from claims
    where ${waits} and withdrawn_at is null and manager_decided_at <= ${until} and ${decidedBy(personId, 'claims')}`;
  return sql`select 'financeClaims' as queue, kind::int as kind, sum(n)::bigint as n
    from (select kind, claims as n from overall_claim_totals where ${waits} union all ${late} union all ${decided}) w
    group by kind`;
}

/**
 * The counts that these queues ask for, each by an index or by the kept totals, in one statement. `financeUntil`: the
 * end of finance's window, epoch milliseconds.
 */
export function countStatement(
  personId: string,
  queues: readonly Queue[],
  standsInFor: readonly string[] = [],
  financeUntil = Number.MAX_SAFE_INTEGER,
): RawBuilder<Counted> {
  const living = sql`cancellation_status = any(${CANCELLATION.living}::text[])`;
  const byOthers = sql`manager_decided_by is distinct from ${personId}`;
  const toTicket = sql`admin_status = ${ADMIN_PENDING} and ${living} and manager_status = ${MANAGER.approved}`;
  const parts: Record<Queue, () => RawBuilder<Counted>> = {
    ownClaims: () =>
      total('ownClaims', sql`${KINDS} and owner_id = ${personId} and manager_status = ${MANAGER.pending}`),
    managerClaims: () =>
      total('managerClaims', sql`${KINDS} and manager_id = ${personId} and manager_status = ${MANAGER.pending}`),
    financeClaims: () => inWindow(personId, financeUntil),
    ownTrips: () =>
      count(
        'ownTrips',
        sql`trips where owner_id = ${personId} and ${living}
          and (manager_status = ${MANAGER.pending}
            or (manager_status = ${MANAGER.approved} and admin_status = ${ADMIN_PENDING}))`,
      ),
    managerTrips: () =>
      count(
        'managerTrips',
        sql`trips where manager_id = ${personId} and manager_status = ${MANAGER.pending} and ${living}`,
      ),
    adminTrips: () =>
      sql`select 'adminTrips' as queue, null::int as kind,
        (select coalesce(sum(trips), 0) from overall_trip_totals where ${toTicket})::bigint
          - (select count(*) from trips where ${toTicket} and ${decidedBy(personId, 'trips')}) as n`,
    cancellations: () =>
      count(
        'cancellations',
        sql`trips where admin_status = any(${ADMIN_ANY}::text[]) and cancellation_status = ${CANCELLATION.pending}
          and ${byOthers}`,
      ),
    toPost: () =>
      count(
        'toPost',
        sql`claims where finance_status = ${sql.lit(FINANCE.approved)} and tally_batch_id is null
          and withdrawn_at is null`,
      ),
    failedVouchers: () =>
      sql`select 'failedVouchers' as queue, null::int as kind, coalesce(sum(failed), 0)::bigint as n
        from tally_batches`,
    toAnswer: () =>
      count('toAnswer', sql`enquiries where owner_id = ${personId} and answer is null and closed_at is null`),
    toClose: () =>
      count(
        'toClose',
        sql`enquiries e where e.asker_id = ${personId} and e.answer is not null and e.closed_at is null
          and ${mayStillSee({ id: personId, roles: rolesOf(queues), standsInFor })}`,
      ),
  };
  return sql<Counted>`${sql.join(
    queues.map((queue) => parts[queue]()),
    sql` union all `,
  )}`;
}

export const countQueues = async (
  db: Kysely<Tables>,
  ...asked: Parameters<typeof countStatement>
): Promise<Counted[]> => (await countStatement(...asked).execute(db)).rows;

/** Claims and paise, of one's own. */
export interface OwedRow {
  claimed: number;
  claimed_paise: number;
  approved: number;
  approved_paise: number;
  paid: number;
  paid_paise: number;
  deciding: number;
  deciding_paise: number;
  unpaid: number;
  unpaid_paise: number;
}

export interface Month {
  /** Its first day and that of the next, as days and as the moments they begin. */
  from: Day;
  to: Day;
  fromMillis: number;
  toMillis: number;
}

/** Sums of a person's claims: one walk over the owner's index. */
export function owedStatement(ownerId: string, { from, to, fromMillis, toMillis }: Month): RawBuilder<OwedRow> {
  const sums = (name: string, amount: RawBuilder<unknown>, where: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`count(*) filter (where ${where}) as ${sql.ref(name)},
      coalesce(sum(${amount}) filter (where ${where}), 0)::bigint as ${sql.ref(`${name}_paise`)}`;
  const within = (column: RawBuilder<unknown>, start: unknown, end: unknown): RawBuilder<unknown> =>
    sql`${column} >= ${start} and ${column} < ${end}`;
  const approved = sql`finance_status = ${FINANCE.approved}`;
  const deciding = sql`(manager_status = ${MANAGER.pending}
    or (manager_status = ${MANAGER.approved} and finance_status = ${FINANCE.pending}))`;
  const approvedThen = sql`${approved} and ${within(sql`finance_decided_at`, fromMillis, toMillis)}`;
  return sql<OwedRow>`
    select ${sums('claimed', sql`claim_amount`, within(sql`created_at`, fromMillis, toMillis))},
      ${sums('approved', sql`finance_amount`, approvedThen)},
      ${sums('paid', sql`coalesce(paid_amount, finance_amount)`, within(sql`paid_on`, from, to))},
      ${sums('deciding', sql`coalesce(manager_amount, claim_amount)`, deciding)},
      ${sums('unpaid', sql`finance_amount`, sql`${approved} and paid_on is null`)}
    from claims where owner_id = ${ownerId} and ${KINDS} and withdrawn_at is null`;
}

export async function sumOwed(db: Kysely<Tables>, ownerId: string, month: Month): Promise<OwedRow> {
  const [row] = (await owedStatement(ownerId, month).execute(db)).rows;
  if (!row) throw new Error('An aggregate without a row.');
  return row;
}
