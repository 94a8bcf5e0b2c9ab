import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer, roomAnswer } from '../paging.ts';
import { policies, policy, policyBody, policyPreview } from '../policy.ts';
import { historyRow } from '../record.ts';

/** The changes of the expense policy: organisation admins' calls. What every phone reads: policyRead.ts. */

const PATH = '/api/v1/policy/versions';
const change = {
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['readPolicies', 'policyHistory'],
} as const;

export const createPolicy = endpoint({
  name: 'createPolicy',
  method: 'POST',
  path: PATH,
  ...change,
  summary: 'Changes the policy from a day on, today or later.',
  body: policyBody,
  answer: dataAnswer(policies),
});
export const updatePolicy = endpoint({
  name: 'updatePolicy',
  method: 'PUT',
  path: `${PATH}/:id`,
  ...change,
  summary: 'Changes a version that is not yet in effect.',
  body: policyBody,
  answer: dataAnswer(policies),
});
export const removePolicy = endpoint({
  name: 'removePolicy',
  method: 'POST',
  path: `${PATH}/:id/remove`,
  ...change,
  summary: 'Removes a version that is not yet in effect.',
  answer: dataAnswer(policies),
});
export const previewPolicy = endpoint({
  name: 'previewPolicy',
  recentSignIn: false,
  method: 'POST',
  path: '/api/v1/policy/preview',
  access: 'session',
  offline: 'online',
  invalidates: [],
  // Every claim of a quarter is judged.
  timeout: 120_000,
  summary: 'How many of last quarter’s claims a policy would have refused, and warned of. Keeps nothing.',
  body: z.object({ policy }),
  answer: dataAnswer(policyPreview),
});
export const policyHistory = endpoint({
  name: 'policyHistory',
  method: 'GET',
  path: '/api/v1/policy/history',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Who changed what of the policy, newest first. For organisation admins.',
  answer: roomAnswer(historyRow),
});
