import type { Kysely } from 'kysely';
import { SAME_BILL, type Duplicate, type SameBill } from '#contract/fields.ts';
import { MAX_LISTED_INSIDE } from '#contract/limits.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { FilterKey, Filters, ListQuery } from '#contract/query.ts';
import { mayListAll, mayListOf, mayListQueueOf } from '#domain/access.ts';
import { storedStatuses } from '#domain/status.ts';
import type { ClaimAnswer, ClaimDefinition } from './kind.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { forbidden, malformed } from '#server/platform/base/errors.ts';
import { maySeeClaimBelow } from './policy.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { APPROVED, type ClaimSearch, type Scope } from './repository/conditions.ts';
import { searchClaims, type FoundClaim } from './repository/search.ts';
import { claimSignalsOf } from './repository/claimSignals.ts';
import type { DuplicateRow } from './repository/sameBills.ts';
import { claimSignalsAnswer } from './presenter.ts';
import { policiesNow } from '#server/modules/expensePolicy/index.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayRange, momentRange, recordView, refuseKeys, takeOnly } from '#server/platform/http/listing.ts';
import type { MomentRange } from '#server/platform/database/conditions.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { decidedByReader, personNamed, lineBelow } from '#server/modules/people/index.ts';

/** Filters of every list of claims; beside them each kind takes that of its own types. */
const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'USER_EMAIL',
  'MANAGER_EMAIL',
  'EMAIL',
  'EMPLOYEE_NAME',
  'EMPLOYEE_EMAIL',
  'EMPLOYEE_CODE',
  'MANAGER_APPROVAL_STATUS',
  'FINANCE_APPROVAL_STATUS',
  'DATE_RANGE',
  'MANAGER_APPROVAL_DATE',
  'FINANCE_APPROVAL_DATE',
]);
const ABOUT_OTHERS: readonly FilterKey[] = ['EMAIL', 'EMPLOYEE_NAME', 'EMPLOYEE_EMAIL', 'EMPLOYEE_CODE'];
const FOR_FINANCE: readonly FilterKey[] = ['MANAGER_APPROVAL_DATE', 'FINANCE_APPROVAL_DATE'];

/** Whose list is asked for, judged; `subject` is the other person whose screen this is, if it is one. */
interface Judged {
  scope: Scope;
  kind: 'own' | 'approver' | 'finance';
  subject: string | null;
}

/** Somebody's own claims; `subject` is that person when it is another than the viewer. */
export interface OwnersList {
  owner: { ownerId: string; approvedOnly: boolean };
  kind: Judged['kind'];
  subject: string | null;
}

/** `USER_EMAIL`: one's own list, or another's read-only; finance sees what a manager approved. */
export async function listOfPerson(context: Context, email: string): Promise<OwnersList> {
  const { actor } = context;
  if (email.toLowerCase() === actor.email)
    return { owner: { ownerId: actor.id, approvedOnly: false }, kind: 'own', subject: null };
  const person = await personNamed(context.services.database.db, email);
  assertAllowed(mayListOf(actor, person, 'claims'));
  if (person.id === null) throw forbidden();
  const inLine = actor.roles.includes('manager') && person.lineAbove.includes(actor.id);
  return {
    owner: { ownerId: person.id, approvedOnly: !inLine },
    kind: inLine ? 'approver' : 'finance',
    subject: person.id,
  };
}

/** `MANAGER_EMAIL`: one's own queue, or read-only that of a manager below. */
async function queueOfManager(context: Context, email: string): Promise<Judged> {
  const { actor } = context;
  if (email.toLowerCase() === actor.email) {
    assertAllowed(mayListQueueOf(actor, { id: actor.id, lineAbove: [] }));
    return { scope: { of: 'manager', managerId: actor.id }, kind: 'approver', subject: null };
  }
  const manager = await personNamed(context.services.database.db, email);
  assertAllowed(mayListQueueOf(actor, manager));
  if (manager.id === null) throw forbidden();
  return { scope: { of: 'manager', managerId: manager.id }, kind: 'approver', subject: manager.id };
}

/** The list is chosen by the filters, but what may be seen of it by the session alone (ACC-14). */
async function judge(context: Context, query: ListQuery): Promise<Judged> {
  const { actor } = context;
  const { USER_EMAIL, MANAGER_EMAIL } = query.filters;
  if (USER_EMAIL && MANAGER_EMAIL) throw malformed('USER_EMAIL and MANAGER_EMAIL exclude each other.', 'MANAGER_EMAIL');
  if (USER_EMAIL) {
    const { owner, kind, subject } = await listOfPerson(context, USER_EMAIL[0] ?? '');
    return { scope: { of: 'owner', ...owner }, kind, subject };
  }
  if (MANAGER_EMAIL) return queueOfManager(context, MANAGER_EMAIL[0] ?? '');
  if (mayListAll(actor, 'claims').ok) return { scope: { of: 'approved' }, kind: 'finance', subject: null };
  // Filters that only the finance list has ask for the finance list.
  if (FOR_FINANCE.some((key) => query.filters[key])) assertAllowed(mayListAll(actor, 'claims'));
  return { scope: { of: 'owner', ownerId: actor.id, approvedOnly: false }, kind: 'own', subject: null };
}

/** What a manager approved is all that finance has: whether it asks for just that or for more makes no difference. */
function managerStatusesOf({ MANAGER_APPROVAL_STATUS: codes }: Filters, scope: Scope): string[] | undefined {
  const statuses: string[] | undefined = codes && storedStatuses('manager', codes);
  if (!statuses || scope.of !== 'approved') return statuses;
  return statuses.includes(APPROVED) ? undefined : [];
}

/** Finance asks from 0 on, which is when everything was approved that it has. */
function approvedIn({ MANAGER_APPROVAL_DATE }: Filters, scope: Scope): MomentRange | undefined {
  const range = momentRange(MANAGER_APPROVAL_DATE);
  return range && scope.of === 'approved' && (range.from ?? 0) <= 0 ? { ...range, from: null } : range;
}

function searchOf(context: Context, kind: ClaimDefinition, query: ListQuery, judged: Judged): ClaimSearch {
  const { filters } = query;
  return {
    kind: kind.number,
    scope: judged.scope,
    managerStatuses: managerStatusesOf(filters, judged.scope),
    financeStatuses: filters.FINANCE_APPROVAL_STATUS && storedStatuses('finance', filters.FINANCE_APPROVAL_STATUS),
    types: filters[kind.typeFilter]?.map((code) => kind.types[Number(code)] ?? ''),
    names: filters.EMPLOYEE_NAME,
    emails: [filters.EMAIL, filters.EMPLOYEE_EMAIL].filter((values) => values !== undefined),
    codes: filters.EMPLOYEE_CODE,
    days: dayRange(context, filters.DATE_RANGE),
    managerDecided: approvedIn(filters, judged.scope),
    financeDecided: momentRange(filters.FINANCE_APPROVAL_DATE),
    byEmployeeCode: query.sort === 'EMPLOYEE_CODE',
    withDuplicates: judged.kind !== 'own',
    withdrawnToo: judged.kind === 'own',
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  };
}

/** What is the same; undefined: the file. */
const sameOf = ({ same }: DuplicateRow): SameBill | undefined => SAME_BILL[same - 1];

/** Of a claim that the viewer may not see, the day and what is the same (DOC-8, DOC-21). */
function duplicateOf(context: Context, row: DuplicateRow, below: ReadonlySet<string>): Duplicate {
  const as = sameOf(row);
  const known = { expenseDate: dayMillis(row.day, context.timeZone), ...(as && { same: as }) };
  return maySeeClaimBelow(context.actor, row, below) ? { id: row.id, employeeName: row.name, ...known } : known;
}

/** How many there are of each that are not of the same file. */
function countedBy(all: readonly DuplicateRow[]): { duplicatesBy?: Partial<Record<SameBill, number>> } {
  const counts = SAME_BILL.map((as) => [as, all.filter((row) => sameOf(row) === as).length] as const);
  const some = counts.filter(([, count]) => count > 0);
  return some.length > 0 ? { duplicatesBy: Object.fromEntries(some) } : {};
}

/**
 * Other claims with a bill of this one, those first that the viewer may see: ten of them and how many there are, so
 * that a bill on thousands of claims makes no answer of megabytes (DOC-8, S3).
 */
export function duplicatesAnswer(
  context: Context,
  found: readonly DuplicateRow[] | null | undefined,
  below: ReadonlySet<string>,
): Pick<LocalExpense, 'duplicates' | 'duplicatesBy'> & { duplicateOf: Duplicate[] } {
  const all = found ?? [];
  if (all.length <= MAX_LISTED_INSIDE) return { duplicateOf: all.map((one) => duplicateOf(context, one, below)) };
  const seen = all.filter((one) => maySeeClaimBelow(context.actor, one, below)).slice(0, MAX_LISTED_INSIDE);
  const shown =
    seen.length === MAX_LISTED_INSIDE
      ? seen
      : [...seen, ...all.filter((one) => !seen.includes(one))].slice(0, MAX_LISTED_INSIDE);
  return {
    duplicateOf: shown.map((one) => duplicateOf(context, one, below)),
    duplicates: all.length,
    ...countedBy(all),
  };
}

/** Whom the viewer has below, asked only when a duplicate is not plainly theirs to see. */
export async function belowFor(
  db: Kysely<Tables>,
  context: Context,
  rows: readonly Pick<FoundClaim, 'duplicates'>[],
): Promise<ReadonlySet<string>> {
  const none = new Set<string>();
  if (!context.actor.roles.includes('manager')) return none;
  const open = rows.some((row) => row.duplicates?.some((other) => !maySeeClaimBelow(context.actor, other, none)));
  return open ? lineBelow(db, context.actor.id) : none;
}

/** One page of claims of one kind: one's own, a manager's queue, or what finance has before it. */
export async function listClaims(context: Context, kind: ClaimDefinition, query: ListQuery): Promise<unknown> {
  const { db } = context.services.database;
  takeOnly(query, new Set([...TAKEN, kind.typeFilter]));
  const judged = await judge(context, query);
  if (judged.kind === 'own') {
    refuseKeys(query, ABOUT_OTHERS);
    if (query.sort) throw malformed('sort is not for your own list.', 'sort');
  }
  if (judged.kind !== 'finance') refuseKeys(query, FOR_FINANCE);
  const search = searchOf(context, kind, query, judged);
  if (judged.subject !== null) await recordView(context, judged.subject, kind.viewed);
  const found = await searchClaims(db, search);
  const below = await belowFor(db, context, found.rows);
  const signals = judged.scope.of === 'manager' ? await claimSignalsOf(db, found.rows) : null;
  const { versions } = signals?.size ? await policiesNow(context.services, db) : { versions: [] };
  const content = found.rows.map((row): ClaimAnswer => {
    const answer = {
      ...kind.answer(row, context.timeZone),
      ...(judged.kind === 'finance' && decidedByReader(context.actor, row)),
    };
    return search.withDuplicates
      ? {
          ...answer,
          ...duplicatesAnswer(context, row.duplicates, below),
          ...claimSignalsAnswer(signals?.get(row.id), row, versions),
        }
      : answer;
  });
  return { success: true, data: { results: { content, totalElements: found.total }, summary: found.summary } };
}
