import type { Kysely } from 'kysely';
import { PERSON_STATUSES, ROLES } from '#contract/enums.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import type { HistoryRow } from '#contract/record.ts';
import { directoryReadBy, mayManageOrganisation } from '#domain/access.ts';
import { describeChange } from '#domain/history.ts';
import { parseSearchWords } from '#domain/recordSearch.ts';
import { forbidden, malformed, notFound } from '#server/platform/base/errors.ts';
import { logOf } from '#server/platform/audit/repository/audit.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newestOf, type Newest } from '#server/platform/http/answerBytes.ts';
import { takeOnly } from '#server/platform/http/listing.ts';
import { dutiesOfManager, lineBelow, personByEmail } from '#server/modules/people/index.ts';
import { personAnswer, rowAnswer } from './presenter.ts';
import { searchDirectory, wholePerson, type DirectorySearch, type WholePersonRow } from './repository.ts';

/** What organisation admins look at, and managers of their own line. */

const FILTERS: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'SEARCH',
  'ROLE',
  'PERSON_STATUS',
  'COST_CENTRE',
  'MANAGER_EMAIL',
]);

/** Whose line the actor reads the directory of; null: everybody is theirs to read. Throws FORBIDDEN (ORG-34). */
function ownLine({ actor }: Context): string | null {
  const read = directoryReadBy(actor);
  if (read === null) throw forbidden();
  return read === 'LINE' ? actor.id : null;
}

async function searchOf(context: Context, query: ListQuery): Promise<DirectorySearch> {
  takeOnly(query, FILTERS);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const { SEARCH: text, ROLE: roles, PERSON_STATUS: statuses, COST_CENTRE: costCentres, MANAGER_EMAIL } = query.filters;
  const [email] = MANAGER_EMAIL ?? [];
  const manager = email === undefined ? undefined : await personByEmail(context.services.database.db, email);
  return {
    words: parseSearchWords(text?.[0] ?? ''),
    roles: roles?.flatMap((code) => ROLES[Number(code)] ?? []),
    disabled: statuses?.length === 1 ? PERSON_STATUSES[Number(statuses[0])] === 'LEFT' : undefined,
    costCentres,
    // Nobody has that address: nobody reports to them.
    managerId: email === undefined ? undefined : (manager?.id ?? ''),
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  };
}

/** A person as an answer tells of them. */
export const described = async ({ timeZone }: Context, db: Kysely<Tables>, row: WholePersonRow) =>
  personAnswer(row, await dutiesOfManager(db, row.id), timeZone);

/** A page of the directory, by name; of a manager's own line. Throws FORBIDDEN to anybody else (ORG-1, ORG-34). */
export async function listPeople(context: Context, query: ListQuery): Promise<unknown> {
  const belowId = ownLine(context) ?? undefined;
  const search = { ...(await searchOf(context, query)), belowId };
  const { rows, total } = await searchDirectory(context.services.database.db, search);
  return { success: true, data: rows.map(rowAnswer), totalElements: total };
}

/**
 * A level of the reporting lines: who reports to this person directly; with `top` to nobody, or to the manager who
 * asks.
 */
export async function listReports(context: Context, id: string, query: ListQuery): Promise<unknown> {
  const manager = ownLine(context);
  const search = await searchOf(context, query);
  const managerId = id === 'top' ? manager : id;
  const within = { ...search, managerId, belowId: manager ?? undefined };
  const { rows, total } = await searchDirectory(context.services.database.db, within);
  return { success: true, data: rows.map(rowAnswer), totalElements: total };
}

/**
 * A person; a manager is not told when they were last seen. Throws NOT_FOUND for somebody who is neither the manager
 * who asks nor below, as for nobody.
 */
export async function readPersonOf(context: Context, id: string): Promise<DirectoryPerson> {
  const { db } = context.services.database;
  const manager = ownLine(context);
  const row = await wholePerson(db, id);
  const isTheirs = async (): Promise<boolean> =>
    manager === null || manager === id || (await lineBelow(db, manager)).has(id);
  if (!row || !(await isTheirs())) throw notFound();
  const person = await described(context, db, row);
  return manager === null ? person : { ...person, lastSeenAt: null };
}

/** What happened to a person, newest first, in readable words (AUD-3). */
export async function personHistory(context: Context, id: string): Promise<Newest<HistoryRow>> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { db } = context.services.database;
  if (!(await wholePerson(db, id))) throw notFound();
  const { rows, more } = await logOf(db, id);
  return newestOf(
    rows.map((each) => ({ ...describeChange(each, new Map()), onBehalfOf: null })),
    more,
  );
}
