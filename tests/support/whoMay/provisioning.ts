import { urlOf } from '#contract/endpoint.ts';
import { getProvisioning } from '#contract/calls/provisioning.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { endToken, giveRoles, makeToken } from '#tests/support/scim.ts';
import type { Part, Row, Statuses } from './table.ts';

/** Provisioning by every role (N1, SCIM-1): it is the organisation admins'. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });

const rows: Row[] = [
  ['SCIM-1 look at it', (api) => api.get(urlOf(getProvisioning)), only(200)],
  ['SCIM-1 make a token', (api) => makeToken(api), only(200)],
  ['SCIM-1 end one that is not there', (api) => endToken(api, 'none'), only(404)],
  ['SCIM-9 say what a group gives that is not there', (api) => giveRoles(api, 'GRP1', []), only(404)],
];

export const provisioning: Part = {
  title: 'provisioning',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
