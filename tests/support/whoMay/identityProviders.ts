import * as providers from '#tests/support/identityProviders.ts';
import { ACTORS } from '#tests/support/roles.ts';
import type { Part, Row, Statuses } from './table.ts';

/** Providers of sign-in by every role (N1, SES-36): they are the organisation admins'. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });

const rows: Row[] = [
  ['SES-36 the list', (api) => providers.list(api), only(200)],
  ['SES-36 add one', (api) => providers.create(api, providers.someProvider()), only(200)],
  [
    'SES-36 change one that is not there',
    (api) => providers.update(api, 'IDP1', {}),
    { 'org-admin': 404, others: 403 },
  ],
  ['SES-36 remove one that is not there', (api) => providers.remove(api, 'IDP1'), { 'org-admin': 404, others: 403 }],
  ['SES-46 move to one that is not there', (api) => providers.move(api, 'IDP1'), { 'org-admin': 404, others: 403 }],
  ['SES-36 try one out', (api) => providers.tryOut(api, 'http://idp.example'), only(422)],
];

export const identityProviders: Part = {
  title: 'providers of sign-in',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
