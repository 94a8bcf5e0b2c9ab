import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { roleReview, roleReviewBody } from '../roleReview.ts';

/** The monthly confirmation of roles, for organisation admins (ORG-40). */

export const getRoleReview = endpoint({
  name: 'getRoleReview',
  method: 'GET',
  path: '/api/v1/roleReview',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'The newest monthly review of roles: how many have each, and whether it is confirmed; null before the first.',
  answer: dataAnswer(z.nullable(roleReview)),
});
export const confirmRoles = endpoint({
  name: 'confirmRoles',
  method: 'POST',
  path: '/api/v1/roleReview/confirm',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['getRoleReview'],
  summary: 'Confirms that who has which role is right; refused where a role was changed since it was looked at.',
  body: roleReviewBody,
  answer: dataAnswer(roleReview),
});
