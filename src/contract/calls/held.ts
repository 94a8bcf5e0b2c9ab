import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';

/** What is held on a person, as a file (PDA-1). */

const held = {
  method: 'GET',
  access: 'session',
  offline: 'read',
  invalidates: [],
  // Bills are read one by one.
  timeout: 180_000,
  answer: z.unknown(),
  bytes: ['application/zip'],
} as const;

export const getHeldOnMe = endpoint({
  ...held,
  name: 'getHeldOnMe',
  recentSignIn: false,
  path: '/api/v1/user/held',
  summary: 'Everything that is held on the signed-in person, as a ZIP: JSON by table, and bills.',
});
export const getHeldOnPerson = endpoint({
  ...held,
  name: 'getHeldOnPerson',
  recentSignIn: true,
  path: '/api/v1/people/:id/held',
  summary: 'The same on somebody who left and cannot sign in, for organisation admins.',
});
