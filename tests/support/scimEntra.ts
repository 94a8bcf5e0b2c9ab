import { idOf } from './people.ts';
import { CORE, ENTERPRISE } from './scim.ts';
import { GROUP, patch, where, type Step } from './scimSequences.ts';

/** What Entra ID sends. */

const entraUser = (key: string): unknown => ({
  schemas: [CORE, ENTERPRISE],
  externalId: key,
  userName: `${key}@contoso.example`,
  active: true,
  addresses: null,
  displayName: `${key} Contoso`,
  emails: [{ primary: true, type: 'work', value: `${key}@contoso.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${key} Contoso`, familyName: 'Contoso', givenName: key },
  roles: [],
  [ENTERPRISE]: { employeeNumber: `C-${key}`, department: 'Sales' },
});

export const ENTRA_USERS: Step[] = [
  {
    send: ['GET', `/Users${where('userName eq "f2f8ad9e-0000-4bd1-9b6d-6f8f6b2b0a11"')}`],
    status: 200,
    answer: { totalResults: 0, Resources: [] },
  },
  { send: ['GET', `/Users${where('externalId eq "boss"')}`], status: 200, answer: { totalResults: 0 } },
  { send: ['POST', '/Users', entraUser('report')], status: 201, as: 'report' },
  { send: ['GET', `/Users${where('externalId eq "report"')}`], status: 200, answer: { totalResults: 1 } },
  {
    send: [
      'PATCH',
      '/Users/{report}',
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'changed@contoso.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Changed' },
        { op: 'Replace', path: 'displayName', value: 'Report Changed' },
        { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Pune' },
        { op: 'Add', path: `${ENTERPRISE}:costCenter`, value: 'CC7' },
      ),
    ],
    status: 200,
    answer: {
      emails: [{ primary: true, type: 'work', value: 'changed@contoso.example' }],
      name: { familyName: 'Changed', givenName: 'report' },
      addresses: [{ type: 'work', locality: 'Pune' }],
    },
    people: { report: { email: 'changed@contoso.example', name: 'Report Changed', cost_centre: 'CC7' } },
  },
  // Some attributes come in one value, named by their paths.
  {
    send: [
      'PATCH',
      '/Users/{report}',
      patch({
        op: 'Replace',
        value: {
          displayName: 'Report Again',
          'name.givenName': 'Rep',
          'emails[type eq "work"].value': 'again@contoso.example',
          [`${ENTERPRISE}:employeeNumber`]: 'C-2',
          'urn:ietf:params:scim:schemas:core:2.0:User:title': 'Lead',
        },
      }),
    ],
    status: 200,
    answer: { title: 'Lead', name: { givenName: 'Rep' } },
    people: { report: { email: 'again@contoso.example', name: 'Report Again', employee_code: 'C-2' } },
  },
  // The manager is created after the report, and named by the id that was answered.
  { send: ['POST', '/Users', entraUser('boss')], status: 201, as: 'boss' },
  {
    send: ['PATCH', '/Users/{report}', patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '{boss}' })],
    status: 200,
    answer: { [ENTERPRISE]: { manager: { value: '{boss}', displayName: 'boss Contoso' } } },
    people: { report: { manager_id: '{boss}' }, boss: { roles: ['manager'] } },
  },
  {
    send: [
      'PATCH',
      '/Users/{report}',
      patch({
        op: 'Add',
        path: `${ENTERPRISE}:manager`,
        value: [{ $ref: 'https://x.example/Users/y', value: '{boss}' }],
      }),
    ],
    status: 200,
    people: { report: { manager_id: '{boss}' } },
  },
  {
    send: ['PATCH', '/Users/{report}', patch({ op: 'Remove', path: `${ENTERPRISE}:manager` })],
    status: 200,
    people: { report: { manager_id: null } },
  },
  {
    send: ['PATCH', '/Users/{report}', patch({ op: 'Replace', path: 'active', value: 'False' })],
    status: 200,
    answer: { active: false },
    people: { report: { disabled: true, left_on: '2026-07-15' } },
  },
  // A person who left is still found, and comes back.
  { send: ['GET', `/Users${where('userName eq "report@contoso.example"')}`], status: 200, answer: { totalResults: 1 } },
  {
    send: ['PATCH', '/Users/{report}', patch({ op: 'Replace', path: 'active', value: 'True' })],
    status: 200,
    people: { report: { disabled: false, left_on: null } },
  },
  { send: ['DELETE', '/Users/{report}'], status: 204, people: { report: { disabled: true } } },
  { send: ['GET', '/Users/{report}'], status: 404 },
  { send: ['PATCH', '/Users/{report}', patch({ op: 'Replace', path: 'active', value: 'True' })], status: 404 },
  { send: ['DELETE', '/Users/{report}'], status: 404 },
  { send: ['GET', `/Users${where('userName eq "report@contoso.example"')}`], status: 200, answer: { totalResults: 0 } },
  // Hired again: the same person, under the same id.
  {
    send: ['POST', '/Users', entraUser('report')],
    status: 201,
    answer: { id: '{report}' },
    people: { report: { disabled: false, external_id: 'report', name: 'report Contoso' } },
  },
];

export const ENTRA_GROUPS: Step[] = [
  {
    send: ['GET', `/Groups${where('displayName eq "Finance"')}&excludedAttributes=members`],
    status: 200,
    answer: { totalResults: 0 },
  },
  {
    send: [
      'POST',
      '/Groups',
      {
        schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
        externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
        displayName: 'Finance',
        meta: { resourceType: 'Group' },
      },
    ],
    status: 201,
    as: 'group',
  },
  {
    send: [
      'PATCH',
      '/Groups/{group}',
      patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: idOf('employee') }] }),
    ],
    status: 204,
  },
  {
    send: ['GET', '/Groups/{group}?excludedAttributes=members'],
    status: 200,
    answer: { id: '{group}', displayName: 'Finance' },
    lacks: 'members',
  },
  {
    send: ['GET', `/Groups${where(`id eq "{group}" and members eq "${idOf('employee')}"`)}`],
    status: 200,
    answer: { totalResults: 1 },
  },
  {
    send: ['PATCH', '/Groups/{group}', patch({ op: 'Replace', path: 'displayName', value: 'Finance India' })],
    status: 204,
  },
  {
    send: [
      'PATCH',
      '/Groups/{group}',
      patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: idOf('employee') }] }),
    ],
    status: 204,
  },
  { send: ['GET', '/Groups/{group}'], status: 200, answer: { displayName: 'Finance India', members: [] } },
  { send: ['DELETE', '/Groups/{group}'], status: 204 },
  { send: ['GET', '/Groups/{group}'], status: 404 },
];
