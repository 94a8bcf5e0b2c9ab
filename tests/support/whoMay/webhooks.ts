import * as keys from '#contract/calls/apiKeys.ts';
import { urlOf } from '#contract/endpoint.ts';
import { ACTORS } from '#tests/support/roles.ts';
import * as hooks from '#tests/support/webhooks.ts';
import type { Part, Row, Statuses } from './table.ts';

/** Receivers of webhooks and keys of the sales app by every role (N1, HOOK-8, ORG-35): the organisation admins'. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });
const body = hooks.bodyFor('https://hooks.example.com/kharcha', { enabled: false });

const rows: Row[] = [
  ['HOOK-8 look at receivers', (api) => hooks.list(api), only(200)],
  ['HOOK-8 add one', (api) => hooks.add(api, body), only(200)],
  ['HOOK-8 change one that is not there', (api) => hooks.change(api, 'none', body), only(404)],
  ['HOOK-8 end one that is not there', (api) => hooks.end(api, 'none'), only(404)],
  ['HOOK-8 rotate the secret of one that is not there', (api) => hooks.rotate(api, 'none'), only(404)],
  ['HOOK-8 try one that is not there', (api) => hooks.tryOut(api, 'none'), only(404)],
  ['HOOK-8 look at what one that is not there has not taken', (api) => hooks.deliveries(api, 'none'), only(404)],
  ['HOOK-8 send again to one that is not there', (api) => hooks.again(api, 'none', null), only(404)],
  ['ORG-35 look at keys', (api) => api.get(urlOf(keys.listApiKeys)), only(200)],
  ['ORG-35 make one', (api) => api.post(urlOf(keys.createApiKey), { name: 'Sales app', days: 1 }), only(200)],
  ['ORG-35 end one that is not there', (api) => api.post(urlOf(keys.endApiKey, { parts: { id: 'none' } })), only(404)],
];

export const webhooks: Part = {
  title: 'webhooks and keys',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
