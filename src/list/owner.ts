import type { RoleFlags } from '#contract/user.ts';
import { isReadOnly } from '#domain/access.ts';
import type { ListDef } from './definition.ts';

/** Somebody else's list (findByEmail): shown, never kept, and changed by a stand-in alone. */

/** Whose list an address asks for when it is not one's own; the same address in capitals is one's own. */
export const foreignOf = (findByEmail: string | undefined, own: string): string | undefined =>
  findByEmail !== undefined && findByEmail.toLowerCase() !== own.toLowerCase() ? findByEmail : undefined;

/**
 * What a person is called by the records of a list, at any depth of them: a trip names its claimant only in its claims.
 * Null when none does.
 */
export function nameAmong(rows: readonly unknown[], email: string): string | null {
  for (const row of rows) {
    if (typeof row !== 'object' || row === null) continue;
    const { userEmail, employeeName } = row as { userEmail?: unknown; employeeName?: unknown };
    if (
      typeof userEmail === 'string' &&
      userEmail.toLowerCase() === email.toLowerCase() &&
      typeof employeeName === 'string'
    )
      return employeeName;
    for (const value of Object.values(row)) {
      const name = Array.isArray(value) ? nameAmong(value, email) : null;
      if (name !== null) return name;
    }
  }
  return null;
}

/** Is it a record of this person? Undefined when it does not say. */
export function isOf(row: unknown, email: string): boolean | undefined {
  const { userEmail } = row as { userEmail?: unknown };
  return typeof userEmail === 'string' ? userEmail.toLowerCase() === email.toLowerCase() : undefined;
}

/** Somebody beside oneself on whose list one acts. */
export type Delegator = NonNullable<RoleFlags['standsInFor']>[number];

export interface ListOwner {
  /** Whose list the address asks for, when it is not one's own. */
  foreign: string | undefined;
  /** In whose place one acts here; null on one's own list, and on one that is only looked at. */
  onBehalfOf: Delegator | null;
  /** Nothing can be changed here. */
  readOnly: boolean;
  /** Everybody in whose place one could act on this list. */
  delegators: readonly Delegator[];
}

const NOBODY: readonly Delegator[] = [];

/** Whose list it is and what may be done on it; the rule is the server's own (ACC-9, ACC-10, DEL-11). */
export function listOwnerOf<Row>(
  def: Pick<ListDef<Row>, 'owner'>,
  findByEmail: string | undefined,
  person: { email: string; roles: Pick<RoleFlags, 'standsInFor'> },
): ListOwner {
  // A list that is nobody's own has no other owner either.
  const foreign = def.owner === undefined ? undefined : foreignOf(findByEmail, person.email);
  const queue = def.owner === 'MANAGER_EMAIL';
  const delegators = queue ? (person.roles.standsInFor ?? NOBODY) : NOBODY;
  const readOnly =
    foreign !== undefined &&
    isReadOnly(person.email, foreign, { queue, standsInFor: delegators.map(({ email }) => email) });
  const onBehalfOf =
    foreign === undefined || readOnly
      ? null
      : (delegators.find(({ email }) => email.toLowerCase() === foreign.toLowerCase()) ?? null);
  return { foreign, onBehalfOf, readOnly, delegators };
}
