import { urlOf } from '#contract/endpoint.ts';
import { auditKey, downloadAudit, getAuditEntry, getProofPack, listAudit } from '#contract/calls/audit.ts';
import { checkInstallation, getOrganisation, renameOrganisation } from '#contract/calls/organisation.ts';
import { confirmRoles, getRoleReview } from '#contract/calls/roleReview.ts';
import { getHeldOnMe, getHeldOnPerson } from '#contract/calls/held.ts';
import * as people from '#tests/support/directory.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { everybody, type Part, type Row, type Statuses } from './table.ts';

/**
 * The directory by every role (N1, ORG-1). Those who may are told what is wrong with the request where it would change
 * too much, which is as good as done.
 */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });
/** The employee's managers, nearest first, and one of another line. */
const managers = (status: number, elsewhere: number): Statuses => ({
  'org-admin': status,
  manager: status,
  director: status,
  manager2: elsewhere,
  others: 403,
});
const employee = idOf('employee');
const codeOf = (who: PersonKey): string => `KH9${who.length}`;

const rows: Row[] = [
  ['ORG-34 the list', (api) => people.list(api), managers(200, 200)],
  ['ORG-34 one person', (api) => people.get(api, employee), managers(200, 404)],
  ['ORG-1 their history', (api) => people.history(api, employee), only(200)],
  ['ORG-34 who reports to them', (api) => people.reports(api, employee), managers(200, 200)],
  ['ORG-34 somebody who is not there', (api) => people.get(api, 'PRS0'), managers(404, 404)],
  [
    'ORG-1 put in with a role',
    (api, who) => people.create(api, people.somebody({ employeeCode: codeOf(who), roles: ['orgAdmin'] })),
    only(200),
  ],
  [
    'ORG-1 give oneself a role',
    (api, who) => people.update(api, idOf(who), people.somebody({ employeeCode: 'KH1001', roles: ['orgAdmin'] })),
    only(422),
  ],
  ['ORG-24 what a file of people would do', (api) => people.importFile(api, 'Code,Grade\nKH1001,M9'), only(200)],
  ['ORG-1 what leaving moves', (api) => people.preview(api, employee), only(200)],
  ['ORG-1 leave', (api) => people.leave(api, idOf('newcomer')), only(200)],
  ['ORG-1 the organisation', (api) => api.get(urlOf(getOrganisation)), only(200)],
  ['ORG-31 its check', (api) => api.post(urlOf(checkInstallation)), only(200)],
  ['ORG-1 its name', (api) => api.put(urlOf(renameOrganisation), { name: '' }), only(422)],
  ['AUD-20 the log', (api) => api.get(urlOf(listAudit)), only(200)],
  [
    'AUD-20 a row of the log that is not there',
    (api) => api.get(urlOf(getAuditEntry, { parts: { id: '0' } })),
    only(404),
  ],
  ['AUD-22 the log as a file', (api) => api.get(urlOf(downloadAudit)), only(200)],
  ['AUD-24 a proof pack of nothing', (api) => api.get(urlOf(getProofPack, { parts: { id: 'EXP0' } })), everybody(404)],
  ['AUD-23 the public key', (api) => api.get(urlOf(auditKey)), everybody(200)],
  ['PDA-1 what is held on oneself', (api) => api.get(urlOf(getHeldOnMe)), everybody(200)],
  [
    'PDA-1 what is held on somebody at work',
    (api) => api.get(urlOf(getHeldOnPerson, { parts: { id: idOf('case-user') } })),
    { 'case-user': 200, others: 403 },
  ],
  ['ORG-40 the review of roles', (api) => api.get(urlOf(getRoleReview)), only(200)],
  ['ORG-40 confirm roles', (api) => api.post(urlOf(confirmRoles), { month: '2026-01', list: '' }), only(404)],
  ['SES-46 reset the sign-in', (api) => people.resetSignIn(api, idOf('newcomer')), only(200)],
  ['ORG-1 come back', (api) => people.comeBack(api, idOf('newcomer')), only(200)],
];

export const directory: Part = { title: 'the directory', people: ACTORS, begin: async () => undefined, rows };
