import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer, roomAnswer } from '../paging.ts';
import { livingSession } from '../session.ts';

/** Where people are signed in (SES-40). */

const ended = dataAnswer(z.object({ ended: z.int() }));

export const listUserSessions = endpoint({
  name: 'listUserSessions',
  method: 'GET',
  path: '/api/v1/user/sessions',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Where the signed-in person is signed in, newest use first, at most fifty.',
  answer: roomAnswer(livingSession),
});
export const endUserSession = endpoint({
  name: 'endUserSession',
  method: 'POST',
  path: '/api/v1/user/sessions/:id/end',
  access: 'session',
  offline: 'online',
  invalidates: ['listUserSessions'],
  summary: 'Signs the person out of one of their other sessions. The session that asks ends by logout alone.',
  answer: ended,
});
export const endOtherSessions = endpoint({
  name: 'endOtherSessions',
  method: 'POST',
  path: '/api/v1/user/sessions/endOthers',
  access: 'session',
  offline: 'online',
  invalidates: ['listUserSessions'],
  summary: 'Signs the person out everywhere but in the session that asks, and says of how many sessions.',
  answer: ended,
});
export const listPersonSessions = endpoint({
  name: 'listPersonSessions',
  method: 'GET',
  path: '/api/v1/people/:id/sessions',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Where a person is signed in, for organisation admins.',
  answer: roomAnswer(livingSession),
});
export const endPersonSessions = endpoint({
  name: 'endPersonSessions',
  recentSignIn: true,
  method: 'POST',
  path: '/api/v1/people/:id/endSessions',
  access: 'session',
  offline: 'online',
  invalidates: ['listPersonSessions', 'listUserSessions'],
  summary: 'An organisation admin signs a person out everywhere, themself everywhere but in the session that asks.',
  answer: ended,
});
