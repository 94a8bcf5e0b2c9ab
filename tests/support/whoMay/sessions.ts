import * as sessions from '#tests/support/sessions.ts';
import { idOf } from '#tests/support/people.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { everybody, type Part, type Row, type Statuses } from './table.ts';

/** Where people are signed in, by every role (N1): one's own are everybody's, others' the organisation admins'. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });
const nobody = `SES${'0'.repeat(20)}`;

const rows: Row[] = [
  ['SES-40 the own ones', (api) => sessions.list(api), everybody(200)],
  ['SES-41 end the own one in use', async (api) => sessions.end(api, await sessions.idOfSession(api)), everybody(409)],
  ['SES-41 end one that is not there', (api) => sessions.end(api, nobody), everybody(404)],
  ['SES-41 end all others', (api) => sessions.endOthers(api), everybody(200)],
  ['SES-42 those of somebody', (api) => sessions.listOf(api, idOf('newcomer')), only(200)],
  ['SES-42 those of nobody', (api) => sessions.listOf(api, 'PRS0'), only(404)],
  ['SES-42 end those of somebody', (api) => sessions.endOf(api, idOf('newcomer')), only(200)],
  ['SES-42 end those of nobody', (api) => sessions.endOf(api, 'PRS0'), only(404)],
];

export const sessionsOfPeople: Part = {
  title: 'where people are signed in',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
