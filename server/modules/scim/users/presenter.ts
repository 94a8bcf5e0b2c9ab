import { sha256 } from '#server/platform/base/canonical.ts';
import { isObject, valueOf, type Document } from '../protocol/document.ts';
import { CORE_USER, ENTERPRISE } from '../protocol/names.ts';
import type { UserRow } from '../repository/users.ts';

const TAG_DIGITS = 20;

/** What a client has said of a person; of whom none has said anything, what the directory says. */
export const documentOf = (row: UserRow): Document => ({
  ...(row.attributes ?? {
    userName: row.email,
    displayName: row.name,
    emails: [{ type: 'work', value: row.email, primary: true }],
  }),
  active: !row.disabled,
});

/** The entity tag of what a user says, however it is asked for (SCIM-4). */
const tagOf = (said: Document): string => `W/"${sha256(JSON.stringify(said)).slice(0, TAG_DIGITS)}"`;

/**
 * A person as a user: what was sent, so that the same is not sent again, and what the directory knows better (SCIM-3).
 */
export function userOf(
  row: UserRow,
  groups: readonly { id: string; display_name: string }[],
  base: string,
): { resource: Document; tag: string } {
  const document = documentOf(row);
  const said = valueOf(document, ENTERPRISE);
  const manager =
    row.manager_ref !== null
      ? { value: row.manager_ref }
      : row.manager_id === null
        ? undefined
        : { value: row.manager_id, $ref: `${base}/Users/${row.manager_id}`, displayName: row.manager_name };
  const { manager: _manager, ...rest } = isObject(said) ? said : {};
  const enterprise: Document = {
    ...rest,
    employeeNumber: row.employee_code,
    ...(row.cost_centre !== '' && { costCenter: row.cost_centre }),
    ...(manager && { manager }),
  };
  const { [ENTERPRISE]: _enterprise, ...attributes } = document;
  const body: Document = {
    schemas: [CORE_USER, ENTERPRISE],
    id: row.id,
    ...(row.external_id !== null && { externalId: row.external_id }),
    displayName: row.name,
    ...attributes,
    [ENTERPRISE]: enterprise,
  };
  const tag = tagOf(body);
  return {
    tag,
    resource: {
      ...body,
      groups: groups.map(({ id, display_name }) => ({
        value: id,
        display: display_name,
        $ref: `${base}/Groups/${id}`,
        type: 'direct',
      })),
      meta: {
        resourceType: 'User',
        created: new Date(row.created_at).toISOString(),
        lastModified: new Date(row.updated_at).toISOString(),
        location: `${base}/Users/${row.id}`,
        version: tag,
      },
    },
  };
}
