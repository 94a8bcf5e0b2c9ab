import type { Trip } from '#contract/trip.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import { mayListAll, mayListOf, mayListQueueOf } from '#domain/access.ts';
import { storedStatuses } from '#domain/status.ts';
import { forbidden, malformed } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import { searchTrips as findTrips, type TripScope, type TripSearch } from './repository/search.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayRange, recordView, refuseKeys, takeOnly } from '#server/platform/http/listing.ts';
import { tripAnswer } from './presenter.ts';
import { decidedByReader, personNamed } from '#server/modules/people/index.ts';

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'USER_EMAIL',
  'MANAGER_EMAIL',
  'EMAIL',
  'EMPLOYEE_NAME',
  'EMPLOYEE_EMAIL',
  'EMPLOYEE_CODE',
  'MANAGER_APPROVAL_STATUS',
  'ADMIN_APPROVAL_STATUS',
  'CANCELLATION_STATUS',
  'DATE_RANGE',
  'DESTINATION',
]);
const ABOUT_OTHERS: readonly FilterKey[] = ['EMAIL', 'EMPLOYEE_NAME', 'EMPLOYEE_EMAIL', 'EMPLOYEE_CODE'];

/** Whose list is asked for, judged; `subject` is the other person whose screen this is, if it is one. */
interface Judged {
  scope: TripScope;
  own: boolean;
  subject: string | null;
}

/** `USER_EMAIL`: one's own list, or another's read-only. */
async function listOfPerson(context: Context, email: string): Promise<Judged> {
  const { actor } = context;
  if (email.toLowerCase() === actor.email)
    return { scope: { of: 'owner', ownerId: actor.id }, own: true, subject: null };
  const person = await personNamed(context.services.database.db, email);
  assertAllowed(mayListOf(actor, person, 'trips'));
  if (person.id === null) throw forbidden();
  return { scope: { of: 'owner', ownerId: person.id }, own: false, subject: person.id };
}

/** `MANAGER_EMAIL`: one's own queue, or read-only that of a manager below. */
async function queueOfManager(context: Context, email: string): Promise<Judged> {
  const { actor } = context;
  if (email.toLowerCase() === actor.email) {
    assertAllowed(mayListQueueOf(actor, { id: actor.id, lineAbove: [] }));
    return { scope: { of: 'manager', managerId: actor.id }, own: false, subject: null };
  }
  const manager = await personNamed(context.services.database.db, email);
  assertAllowed(mayListQueueOf(actor, manager));
  if (manager.id === null) throw forbidden();
  return { scope: { of: 'manager', managerId: manager.id }, own: false, subject: manager.id };
}

/**
 * The list is chosen by the filters, but what may be seen of it by the session alone (ACC-14). Nobody named:
 * all for admins, else one's own.
 */
async function judge(context: Context, query: ListQuery): Promise<Judged> {
  const { actor } = context;
  const { USER_EMAIL, MANAGER_EMAIL } = query.filters;
  if (USER_EMAIL && MANAGER_EMAIL) throw malformed('USER_EMAIL and MANAGER_EMAIL exclude each other.', 'MANAGER_EMAIL');
  if (USER_EMAIL) return listOfPerson(context, USER_EMAIL[0] ?? '');
  if (MANAGER_EMAIL) return queueOfManager(context, MANAGER_EMAIL[0] ?? '');
  if (mayListAll(actor, 'trips').ok) return { scope: { of: 'all' }, own: false, subject: null };
  // Filters about others ask for everybody's list.
  if (ABOUT_OTHERS.some((key) => query.filters[key]) || query.sort) assertAllowed(mayListAll(actor, 'trips'));
  return { scope: { of: 'owner', ownerId: actor.id }, own: true, subject: null };
}

function searchOf(context: Context, query: ListQuery, scope: TripScope): TripSearch {
  const { filters } = query;
  return {
    scope,
    managerStatuses: filters.MANAGER_APPROVAL_STATUS && storedStatuses('manager', filters.MANAGER_APPROVAL_STATUS),
    adminStatuses: filters.ADMIN_APPROVAL_STATUS && storedStatuses('admin', filters.ADMIN_APPROVAL_STATUS),
    cancellationStatuses: filters.CANCELLATION_STATUS && storedStatuses('cancellation', filters.CANCELLATION_STATUS),
    names: filters.EMPLOYEE_NAME,
    emails: [filters.EMAIL, filters.EMPLOYEE_EMAIL].filter((values) => values !== undefined),
    codes: filters.EMPLOYEE_CODE,
    cities: filters.DESTINATION && [...new Set(filters.DESTINATION.map((city) => city.toLowerCase()))],
    days: dayRange(context, filters.DATE_RANGE),
    byEmployeeCode: query.sort === 'EMPLOYEE_CODE',
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  };
}

/** One page of trips: one's own, a manager's queue, or, for admins, everybody's. */
export async function searchTrips(context: Context, query: ListQuery): Promise<unknown> {
  takeOnly(query, TAKEN);
  const { scope, own, subject } = await judge(context, query);
  if (own) {
    refuseKeys(query, ABOUT_OTHERS);
    if (query.sort) throw malformed('sort is not for your own list.', 'sort');
  }
  const search = searchOf(context, query, scope);
  if (subject !== null) await recordView(context, subject, 'trips');
  const found = await findTrips(context.services.database.db, search);
  return {
    success: true,
    content: found.rows.map((row): Trip => ({
      ...tripAnswer(row, context.timeZone),
      ...(scope.of === 'all' && decidedByReader(context.actor, row)),
    })),
    totalElements: found.total,
  };
}
