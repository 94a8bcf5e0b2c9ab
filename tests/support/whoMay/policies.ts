import * as policies from '#tests/support/policies.ts';
import { somePolicy } from '#tests/support/policies.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { everybody, type Part, type Row, type Statuses } from './table.ts';

/** The expense policy by every role (N1, POL-8): read by everybody, the organisation admins' to change. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });

const rows: Row[] = [
  ['POL-9 the versions', (api) => policies.read(api), everybody(200)],
  ['POL-8 a version without a day', (api) => policies.create(api, { policy: somePolicy() }), only(422)],
  ['POL-8 change one that is not there', (api) => policies.update(api, 'POL1', {}), only(404)],
  ['POL-8 remove one that is not there', (api) => policies.remove(api, 'POL1'), only(404)],
  ['POL-10 a preview', (api) => policies.preview(api, somePolicy()), only(200)],
  ['POL-10 the history', (api) => policies.history(api), only(200)],
];

export const policiesOfExpenses: Part = {
  title: 'the expense policy',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
