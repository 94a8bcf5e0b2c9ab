import type { RoleFlags } from '#contract/user.ts';
import { isReadOnly } from '#domain/access.ts';
import type { ListDef } from './definition.ts';
import { foreignOf } from './owner.ts';

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
