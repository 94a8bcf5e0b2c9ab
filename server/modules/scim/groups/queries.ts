import type { Kysely } from 'kysely';
import { notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { listOf, wants, type ListAsked, type Wanted } from '../protocol/query.ts';
import { groupCondition, groupOrder } from '../repository/groupConditions.ts';
import { groupById, membersJson, searchGroups, type GroupRow } from '../repository/groups.ts';
import type { Scim } from '../scim.ts';
import { groupText } from './presenter.ts';

/** Members on one page of groups: a page with more of them ends sooner, after one group at least. */
const MAX_MEMBERS_A_PAGE = 10_000;

/** A page of groups as text. */
export async function listGroups(
  db: Kysely<Tables>,
  { base }: Scim,
  { filter, startIndex, count, sortBy, descending }: ListAsked,
  wanted: Wanted,
): Promise<string> {
  const { rows, total } = await searchGroups(db, {
    where: filter && groupCondition(filter),
    order: groupOrder(sortBy, descending),
    limit: count,
    offset: startIndex - 1,
  });
  const withMembers = wants(wanted, 'members');
  let members = 0;
  const shown = rows.filter((row, at) => {
    members += withMembers ? row.members : 0;
    return at === 0 || members <= MAX_MEMBERS_A_PAGE;
  });
  const texts = withMembers
    ? await membersJson(
        db,
        shown.map(({ id }) => id),
      )
    : null;
  const resources = shown.map((row) => groupText(row, texts && (texts.get(row.id) ?? ''), wanted, base));
  const { Resources: _none, ...page } = listOf([], { total, startIndex }) as Record<string, unknown>;
  const head = JSON.stringify({ ...page, itemsPerPage: shown.length });
  return `${head.slice(0, -1)},"Resources":[${resources.join(',')}]}`;
}

/** One group as text; 404. */
export async function groupAnswer(
  db: Kysely<Tables>,
  { base }: Scim,
  id: string,
  wanted: Wanted,
): Promise<{ row: GroupRow; text: string }> {
  const row = await groupById(db, id);
  if (!row) throw notFound();
  const members = wants(wanted, 'members') ? ((await membersJson(db, [id])).get(id) ?? '') : null;
  return { row, text: groupText(row, members, wanted, base) };
}
