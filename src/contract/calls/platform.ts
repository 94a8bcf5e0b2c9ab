import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { config, demoAccount } from '../session.ts';

/** What a client needs before anybody has signed in. */

export const getConfig = endpoint({
  name: 'getConfig',
  method: 'GET',
  path: '/config.json',
  access: 'public',
  offline: 'read',
  invalidates: [],
  summary: 'What a client needs before anybody has signed in.',
  answer: config,
});
export const demoAccounts = endpoint({
  name: 'demoAccounts',
  method: 'GET',
  path: '/demo/accounts',
  access: 'public',
  offline: 'read',
  invalidates: [],
  summary: 'The people of the demo organisation who can sign in. Only while DEMO is on.',
  answer: dataAnswer(z.array(demoAccount)),
});
export const demoCredential = endpoint({
  name: 'demoCredential',
  method: 'POST',
  path: '/demo/credential',
  access: 'public',
  offline: 'online',
  invalidates: [],
  summary: 'An ID token for a demo account, like the one Google would send.',
  body: z.object({ email: z.string() }),
  answer: dataAnswer(z.object({ credential: z.string() })),
});
