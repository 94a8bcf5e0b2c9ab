import type { Kysely } from 'kysely';
import { notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { lockPerson, type WholePersonRow } from '#server/modules/directory/index.ts';
import { holdReportingLines } from '#server/modules/people/index.ts';
import type { Document } from '../protocol/document.ts';
import { assertMatch } from '../protocol/query.ts';
import type { Scim } from '../scim.ts';
import { userOf } from './presenter.ts';
import { groupsOf, userById, type UserRow } from '../repository/users.ts';

export interface UserAnswer {
  resource: Document;
  tag: string;
}

export async function answerOf(db: Kysely<Tables>, { base }: Scim, row: UserRow): Promise<UserAnswer> {
  return userOf(row, (await groupsOf(db, [row.id])).get(row.id) ?? [], base);
}

/** A user as it is after a change. */
export async function written(tx: Kysely<Tables>, scim: Scim, id: string): Promise<UserAnswer> {
  const row = await userById(tx, id);
  if (!row) throw new Error('A user that was just written is not there');
  return answerOf(tx, scim, row);
}

/** Runs a change of people, again where another one was quicker, and answers once it is on the disk. */
export async function changing<Result>(
  { services: { database } }: Scim,
  run: (tx: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  const result = await transact(database.db, async (tx) => {
    await holdReportingLines(tx);
    return run(tx);
  });
  await database.durable();
  return result;
}

/** A user, locked, as the client has them; 404, and 412 for another version. */
export async function lockedUser(
  tx: Kysely<Tables>,
  scim: Scim,
  id: string,
): Promise<{ row: WholePersonRow; user: UserRow }> {
  const row = await lockPerson(tx, id);
  const user = row && (await userById(tx, id));
  if (!row || !user) throw notFound();
  assertMatch(scim.ifMatch, userOf(user, [], scim.base).tag);
  return { row, user };
}
