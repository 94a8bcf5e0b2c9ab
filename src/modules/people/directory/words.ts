import type { PersonSource, Role } from '#contract/enums.ts';
import type { DirectoryRow } from '#contract/people.ts';
import { PERSON_STATUS_WORDS, ROLE_WORDS } from '#domain/roles.ts';
import type { Tone } from '#ui/Tag.tsx';

/** What people read of somebody in the directory. */

export const SOURCE_WORDS: Readonly<Record<PersonSource, string>> = {
  SCREEN: 'Kept here',
  FILE: 'Kept by an imported file',
  SCIM: 'Kept by the identity provider',
};

export const rolesText = (roles: readonly Role[]): string => roles.map((role) => ROLE_WORDS[role]).join(', ');

export const statusOf = ({ status }: Pick<DirectoryRow, 'status'>): { tone: Tone; text: string } => ({
  tone: status === 'LEFT' ? 'plain' : 'good',
  text: PERSON_STATUS_WORDS[status],
});

/** '3 people report', '1 claim waits': a number with the words for one and for several. */
export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;
