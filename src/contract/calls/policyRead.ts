import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { policies } from '../policy.ts';

/** Apart from its changes, which no phone needs. */
export const readPolicies = endpoint({
  name: 'readPolicies',
  method: 'GET',
  path: '/api/v1/policy',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The versions of the expense policy that a phone may need, and the grade of the reader.',
  answer: dataAnswer(policies),
});
