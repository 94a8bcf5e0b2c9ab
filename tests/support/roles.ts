import { dataOf } from './expenses.ts';
import type { Answer } from './api.ts';
import type { PersonKey } from './people.ts';

/** The people of the tables of who may (N1): every role of the demo organisation. */
export const ACTORS = [
  'employee',
  'employee2',
  'manager',
  'manager2',
  'director',
  'finance',
  'finance-docs',
  'admin',
  'tally',
  'campaign-manager',
  'campaign-user',
  'case-user',
  'org-admin',
] as const satisfies readonly PersonKey[];

/** A bulk decision of one item, as the single decision would have been answered. */
export function asSingle(answer: Answer): Answer {
  const refused = answer.status === 200 ? dataOf<{ refused: { code: string }[] }>(answer).refused[0]?.code : undefined;
  return refused === undefined
    ? answer
    : { ...answer, status: refused === 'NOT_FOUND' ? 404 : refused === 'FORBIDDEN' ? 403 : 409 };
}
