import { delegation, delegationBody, delegations } from '../delegation.ts';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';

/**
 * Stand-ins. Set and ended online: a right that somebody relies on is there when the server says so, not when it is on
 * its way.
 */

const stale = ['listDelegations', 'countWaiting', 'userRole'] as const;

export const listDelegations = endpoint({
  name: 'listDelegations',
  method: 'GET',
  path: '/api/v1/delegations',
  params: ['email'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Who stands in for the signed-in person and for whom that person stands in. Admins may name another person.',
  answer: dataAnswer(delegations),
});
export const createDelegation = endpoint({
  name: 'createDelegation',
  method: 'POST',
  path: '/api/v1/delegations',
  access: 'session',
  offline: 'online',
  invalidates: stale,
  summary:
    'Names who sees and decides a manager’s queue from one day to another. A manager for the own queue, ' +
    'an admin for any.',
  body: delegationBody,
  answer: dataAnswer(delegation),
});
export const endDelegation = endpoint({
  name: 'endDelegation',
  method: 'POST',
  path: '/api/v1/delegations/:id/end',
  access: 'session',
  offline: 'online',
  invalidates: stale,
  summary: 'Ends a stand-in at once, or calls off one that has not begun.',
  answer: dataAnswer(delegation),
});
