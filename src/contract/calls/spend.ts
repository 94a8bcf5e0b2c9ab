import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { teamSpend } from '../spend.ts';

export const sumTeamSpend = endpoint({
  name: 'sumTeamSpend',
  method: 'GET',
  path: '/api/v1/team-spend',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'What the signed-in manager approved of the team’s claims, by type and month of the expense, the last six months.',
  answer: dataAnswer(teamSpend),
});
