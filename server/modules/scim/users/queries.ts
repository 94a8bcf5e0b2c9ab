import type { Kysely } from 'kysely';
import { notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { listOf, projected, type ListAsked, type Wanted } from '../protocol/query.ts';
import { conditionOf, orderOf } from '../repository/userConditions.ts';
import { groupsOf, searchUsers, userById } from '../repository/users.ts';
import type { Scim } from '../scim.ts';
import { answerOf, type UserAnswer } from './answers.ts';
import { userOf } from './presenter.ts';

/** A page of users, at most 200 (SCIM-5). */
export async function listUsers(
  db: Kysely<Tables>,
  { base }: Scim,
  { filter, startIndex, count, sortBy, descending }: ListAsked,
  wanted: Wanted,
): Promise<object> {
  const { rows, total } = await searchUsers(db, {
    where: filter && conditionOf(filter),
    order: orderOf(sortBy, descending),
    limit: count,
    offset: startIndex - 1,
  });
  const groups = await groupsOf(
    db,
    rows.map(({ id }) => id),
  );
  const resources = rows.map((row) => projected(userOf(row, groups.get(row.id) ?? [], base).resource, wanted));
  return listOf(resources, { total, startIndex });
}

/** One user; 404 of one that a client has deleted. */
export async function readUserOf(db: Kysely<Tables>, scim: Scim, id: string): Promise<UserAnswer> {
  const row = await userById(db, id);
  if (!row) throw notFound();
  return answerOf(db, scim, row);
}
