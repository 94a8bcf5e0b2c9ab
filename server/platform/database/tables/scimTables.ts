import type { ColumnType, Generated } from 'kysely';
import type { Role } from '#contract/enums.ts';
import type { Millis } from '../units.ts';

/** Rows of provisioning: what a SCIM client says of people and groups. */

interface ScimUsersTable {
  person_id: string;
  user_name: string;
  /** The user as it was sent, without what the server itself says of it. */
  attributes: ColumnType<Record<string, unknown>, string, string>;
  /** How the client names a manager who is not here yet; null: nobody is waited for. */
  manager_ref: string | null;
  /** Deleted by the client, to which the person no longer exists. */
  deleted_at: Millis | null;
}

interface ScimGroupsTable {
  id: string;
  display_name: string;
  external_id: string | null;
  /** What its members are given; set by an organisation admin. */
  roles: Generated<Role[]>;
  version: Generated<number>;
  created_at: Millis;
  updated_at: Millis;
}

interface ScimGroupMembersTable {
  group_id: string;
  person_id: string;
}

export interface ScimTables {
  scim_users: ScimUsersTable;
  scim_groups: ScimGroupsTable;
  scim_group_members: ScimGroupMembersTable;
}
