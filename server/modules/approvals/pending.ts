import { PRIMARY_EXPENSE_TYPE, RECORD_KINDS } from '#contract/enums.ts';
import type { Owed, OwedSum, PendingCounts } from '#contract/home.ts';
import { addDays, firstOfMonth, lastOfMonth, millisOfDay } from '#domain/dates.ts';
import { approvalWindowFilter } from '#domain/finance.ts';
import { toRupees } from '#domain/money.ts';
import { mayViewTally } from '#domain/tally.ts';
import type { Database } from '#server/platform/database/database.ts';
import { countQueues, sumOwed, type Counted, type Queue } from './repository/home.ts';
import type { Context } from '#server/platform/http/context.ts';
import { countUnread } from '#server/modules/notifications/index.ts';
import { addressesOf } from '#server/modules/people/index.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import type { PendingRecord } from '#contract/record.ts';
import { malformed } from '#server/platform/base/errors.ts';
import * as repository from './repository/waiting.ts';
import { takeOnly } from '#server/platform/http/listing.ts';
import { claimSignalsOf, claimSignalsAnswer, belowFor, duplicatesAnswer } from '#server/modules/claims/index.ts';
import { policiesNow } from '#server/modules/expensePolicy/index.ts';
import { recordAnswerTo } from '#server/modules/records/index.ts';

const OWN: readonly Queue[] = ['ownClaims', 'ownTrips', 'toAnswer', 'toClose'];
const MANAGER: readonly Queue[] = ['managerClaims', 'managerTrips'];
const FINANCE: readonly Queue[] = ['financeClaims'];
const ADMIN: readonly Queue[] = ['adminTrips', 'cancellations'];
const TALLY: readonly Queue[] = ['toPost', 'failedVouchers'];

/** What is needed of the asking person: a request's context has it, and so has a job. */
type Asking = Pick<Context, 'actor' | 'today' | 'timeZone'> & { services: { database: Pick<Database, 'db'> } };

/** Counts by queue and kind of claim. */
function reader(rows: readonly Counted[]) {
  const of = (queue: Queue, kind: number | null = null): number =>
    rows.find((row) => row.queue === queue && row.kind === kind)?.n ?? 0;
  const claims = (queue: Queue) => ({
    travel: of(queue, PRIMARY_EXPENSE_TYPE.travel),
    local: of(queue, PRIMARY_EXPENSE_TYPE.local),
    conveyance: of(queue, PRIMARY_EXPENSE_TYPE.conveyance),
  });
  return { of, claims };
}

/** What waits in the queues of those for whom this person stands in today (DEL-11). */
async function othersQueues({ actor, services }: Asking): Promise<NonNullable<PendingCounts['standsInFor']>> {
  const { db } = services.database;
  const managers = await addressesOf(db, actor.standsInFor);
  return Promise.all(
    managers.map(async ({ id, email }) => {
      const { of, claims } = reader(await countQueues(db, id, MANAGER));
      return { email, trips: of('managerTrips'), ...claims('managerClaims') };
    }),
  );
}

/** How much waits, in the queues that the session's roles have and in no other (HOME-7). */
export async function countWaiting(context: Asking): Promise<PendingCounts> {
  const { actor, services } = context;
  const has = (role: 'manager' | 'finance' | 'admin'): boolean => actor.roles.includes(role);
  const seesTally = mayViewTally(actor).ok;
  const queues = [
    ...OWN,
    ...(has('manager') ? MANAGER : []),
    ...(has('finance') ? FINANCE : []),
    ...(has('admin') ? ADMIN : []),
    ...(seesTally ? TALLY : []),
  ];
  const { of, claims } = reader(
    await countQueues(
      services.database.db,
      actor.id,
      queues,
      actor.standsInFor,
      Number(approvalWindowFilter(context.today, context.timeZone)[1]),
    ),
  );
  return {
    own: { trips: of('ownTrips'), ...claims('ownClaims') },
    manager: has('manager') ? { trips: of('managerTrips'), ...claims('managerClaims') } : null,
    ...(actor.standsInFor.length > 0 && { standsInFor: await othersQueues(context) }),
    finance: has('finance') ? claims('financeClaims') : null,
    admin: has('admin') ? { trips: of('adminTrips'), cancellations: of('cancellations') } : null,
    ...(seesTally && { tally: { toPost: of('toPost'), failed: of('failedVouchers') } }),
    enquiries: { toAnswer: of('toAnswer'), toClose: of('toClose') },
    unread: await countUnread(services.database.db, actor.id),
  };
}

/**
 * What the signed-in person claimed, had approved and was paid in the organisation's present month, and what is open in
 * all (HOME-8).
 */
export async function owedTo(context: Context): Promise<Owed> {
  const { actor, services, today, timeZone } = context;
  const from = firstOfMonth(today);
  const to = addDays(lastOfMonth(today), 1);
  const row = await sumOwed(services.database.db, actor.id, {
    from,
    to,
    fromMillis: millisOfDay(from, timeZone),
    toMillis: millisOfDay(to, timeZone),
  });
  const sum = (claims: number, paise: number): OwedSum => ({ claims, amount: toRupees(paise) });
  return {
    month: from,
    claimed: sum(row.claimed, row.claimed_paise),
    approved: sum(row.approved, row.approved_paise),
    paid: sum(row.paid, row.paid_paise),
    deciding: sum(row.deciding, row.deciding_paise),
    unpaid: sum(row.unpaid, row.unpaid_paise),
  };
}

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>(['RECORD_KIND']);

/**
 * One page of everything that waits for the signed-in person's decision, in the roles that the session has and no
 * other, oldest first (NAV-5).
 */
export async function searchWaiting(context: Context, query: ListQuery): Promise<unknown> {
  const { actor, services, timeZone } = context;
  const { db } = services.database;
  takeOnly(query, TAKEN);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const found = await repository.searchWaiting(db, {
    personId: actor.id,
    managers: [...(actor.roles.includes('manager') ? [actor.id] : []), ...actor.standsInFor],
    isFinance: actor.roles.includes('finance'),
    isAdmin: actor.roles.includes('admin'),
    kinds:
      query.filters.RECORD_KIND && RECORD_KINDS.filter((_, code) => query.filters.RECORD_KIND?.includes(String(code))),
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  });
  const signals = await claimSignalsOf(
    db,
    found.rows.flatMap(({ as, claim }) => (as === 'manager' && claim ? [claim] : [])),
  );
  const { versions } = signals.size > 0 ? await policiesNow(services, db) : { versions: [] };
  const below = await belowFor(db, context, found.rows);
  const data = found.rows.map((row): PendingRecord => {
    const any = recordAnswerTo(actor, row, timeZone);
    if (any.kind === 'trip' || row.as !== 'manager') return { ...any, as: row.as };
    const extra = {
      ...duplicatesAnswer(context, row.duplicates, below),
      ...claimSignalsAnswer(signals.get(row.claim?.id ?? ''), row.claim, versions),
    };
    return { ...any, record: { ...any.record, ...extra }, as: row.as } as PendingRecord;
  });
  return { success: true, data, totalElements: found.total };
}
