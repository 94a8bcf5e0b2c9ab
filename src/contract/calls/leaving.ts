import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { loginAnswer } from '../session.ts';

/** By the link that somebody gets who has left. */

export const leaverLinkBody = z.object({ secret: z.string().check(z.regex(/^[\w-]{20,100}$/)) });

export const openLeaverLink = endpoint({
  name: 'openLeaverLink',
  method: 'POST',
  path: '/api/v1/leaver-link',
  access: 'public',
  headers: ['deviceId'],
  offline: 'online',
  invalidates: [],
  summary: 'Opens a session in which somebody who has left sends what they saved before, and nothing else.',
  body: leaverLinkBody,
  answer: loginAnswer,
});
