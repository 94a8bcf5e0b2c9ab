import { idOf } from './people.ts';
import { CORE, ENTERPRISE } from './scim.ts';
import { GROUP, patch, where, type Step } from './scimSequences.ts';

/** What Okta sends. */

const oktaUser = (more: Record<string, unknown> = {}): unknown => ({
  schemas: [CORE],
  userName: 'okta.user@okta.example',
  name: { givenName: 'Okta', familyName: 'User' },
  emails: [{ primary: true, value: 'okta.user@okta.example', type: 'work' }],
  displayName: 'Okta User',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

export const OKTA_USERS: Step[] = [
  { send: ['GET', '/Users?startIndex=1&count=2'], status: 200, answer: { itemsPerPage: 2, startIndex: 1 } },
  {
    send: ['GET', `/Users${where('userName eq "okta.user@okta.example"')}&startIndex=1&count=100`],
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  {
    send: ['POST', '/Users', oktaUser()],
    status: 201,
    as: 'user',
    answer: { active: true, groups: [] },
    people: { user: { employee_code: 'okta.user@okta.example' } },
  },
  { send: ['POST', '/Users', oktaUser()], status: 409, answer: { scimType: 'uniqueness' } },
  {
    send: [
      'PUT',
      '/Users/{user}',
      oktaUser({
        id: '{user}',
        meta: { resourceType: 'User' },
        displayName: 'Okta Renamed',
        [ENTERPRISE]: { employeeNumber: 'OK1', manager: { value: 'OK9', displayName: 'Somebody' } },
      }),
    ],
    status: 200,
    // The manager is nobody yet: the name is kept and given back.
    answer: { id: '{user}', [ENTERPRISE]: { manager: { value: 'OK9' } } },
    people: { user: { name: 'Okta Renamed', employee_code: 'OK1', manager_id: null } },
  },
  {
    send: [
      'POST',
      '/Users',
      oktaUser({
        userName: 'lead@okta.example',
        emails: [],
        externalId: '00u2',
        displayName: 'Okta Lead',
        [ENTERPRISE]: { employeeNumber: 'ok9' },
      }),
    ],
    status: 201,
    as: 'lead',
    people: { user: { manager_id: '{lead}' }, lead: { roles: ['manager'] } },
  },
  {
    send: ['PATCH', '/Users/{user}', patch({ op: 'replace', value: { active: false } })],
    status: 200,
    answer: { active: false },
    people: { user: { disabled: true } },
  },
  {
    send: ['PATCH', '/Users/{user}', patch({ op: 'replace', value: { active: true } })],
    status: 200,
    people: { user: { disabled: false } },
  },
  {
    send: ['PUT', '/Users/{user}', oktaUser({ active: false })],
    status: 200,
    people: { user: { disabled: true, name: 'Okta User' } },
  },
];

export const OKTA_GROUPS: Step[] = [
  {
    send: ['POST', '/Groups', { schemas: [GROUP], displayName: 'Okta Push', members: [] }],
    status: 201,
    as: 'group',
    answer: { displayName: 'Okta Push', members: [] },
  },
  { send: ['GET', '/Groups?startIndex=1&count=100'], status: 200, answer: { totalResults: 1, itemsPerPage: 1 } },
  {
    send: ['PATCH', '/Groups/{group}', patch({ op: 'replace', value: { id: '{group}', displayName: 'Okta Pushed' } })],
    status: 204,
  },
  {
    send: [
      'PATCH',
      '/Groups/{group}',
      patch(
        { op: 'remove', path: 'members[value eq "nobody"]' },
        { op: 'add', path: 'members', value: [{ value: idOf('employee'), display: 'employee' }] },
        { op: 'add', path: 'members', value: [{ value: idOf('employee2'), display: 'employee2' }] },
        { op: 'remove', path: `members[value eq "${idOf('employee')}"]` },
      ),
    ],
    status: 204,
  },
  {
    send: ['GET', '/Groups/{group}'],
    status: 200,
    answer: { displayName: 'Okta Pushed', members: [{ value: idOf('employee2'), type: 'User' }] },
  },
  {
    send: [
      'PUT',
      '/Groups/{group}',
      { schemas: [GROUP], id: '{group}', displayName: 'Okta Pushed', members: [{ value: idOf('employee3') }] },
    ],
    status: 200,
    answer: { members: [{ value: idOf('employee3'), type: 'User' }] },
  },
  { send: ['DELETE', '/Groups/{group}'], status: 204 },
];
