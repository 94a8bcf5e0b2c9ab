import { CORE_GROUP } from '../protocol/names.ts';
import { projected, wants, type Wanted } from '../protocol/query.ts';
import type { GroupRow } from '../repository/groups.ts';

export const groupTag = ({ version }: Pick<GroupRow, 'version'>): string => `W/"${version}"`;

/** A group as text; `members`: their JSON, which the database has made. */
export function groupText(row: GroupRow, members: string | null, wanted: Wanted, base: string): string {
  const resource = projected(
    {
      schemas: [CORE_GROUP],
      id: row.id,
      ...(row.external_id !== null && { externalId: row.external_id }),
      displayName: row.display_name,
      meta: {
        resourceType: 'Group',
        created: new Date(row.created_at).toISOString(),
        lastModified: new Date(row.updated_at).toISOString(),
        location: `${base}/Groups/${row.id}`,
        version: groupTag(row),
      },
    },
    wanted,
  );
  const text = JSON.stringify(resource);
  return members === null || !wants(wanted, 'members') ? text : `${text.slice(0, -1)},"members":[${members}]}`;
}
