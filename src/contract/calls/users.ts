import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { managerBody, managerChange, person, roleFlags } from '../user.ts';

/** People: roles, managers, the directory. */

export const userRole = endpoint({
  name: 'userRole',
  method: 'GET',
  path: '/api/v1/user/role',
  params: ['email'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The role flags of the signed-in person.',
  answer: dataAnswer(roleFlags),
});
export const changeManager = endpoint({
  name: 'changeManager',
  recentSignIn: true,
  method: 'PUT',
  path: '/api/v1/user/manager',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary: 'An admin gives a person another manager; what is still pending with the one before moves along.',
  body: managerBody,
  answer: dataAnswer(managerChange),
});
export const knownKeys = endpoint({
  name: 'knownKeys',
  method: 'GET',
  path: '/api/v1/user/knownKeys',
  params: ['keys'],
  required: ['keys'],
  access: 'session',
  leaver: true,
  offline: 'read',
  invalidates: [],
  summary:
    'Which of these Idempotency-Keys (at most 100, joined with |) of the signed-in person have an answer ' +
    'kept. For clients of a database that was restored.',
  answer: dataAnswer(z.array(z.string())),
});
export const sentRequests = endpoint({
  name: 'sentRequests',
  method: 'GET',
  path: '/api/v1/user/sentRequests',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'How many changes of the signed-in person the server has taken in the last `days` days, and whether ' +
    'this session was opened under another device-id than this request has. For a device that has lost ' +
    'what it kept (ST-3).',
  answer: dataAnswer(z.object({ count: z.int(), days: z.int(), otherDevice: z.boolean() })),
});
const lookUp = {
  method: 'GET',
  params: ['query'],
  required: ['query'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  answer: dataAnswer(z.array(person)),
} as const;
export const usersByName = endpoint({
  ...lookUp,
  name: 'usersByName',
  path: '/api/v1/user/search/users/name',
  summary: 'People whose name contains the text.',
});
export const usersByEmail = endpoint({
  ...lookUp,
  name: 'usersByEmail',
  path: '/api/v1/user/search/users/email',
  summary: 'People whose e-mail contains the text.',
});
export const usersByCode = endpoint({
  ...lookUp,
  name: 'usersByCode',
  path: '/api/v1/user/search/users/empCode',
  summary: 'People whose employee code contains the text.',
});
