import { endpoint } from '../endpoint.ts';
import { dataPage } from '../paging.ts';
import { pendingRecord } from '../record.ts';

/** Everything that waits for one person, in all of their roles. */
export const searchWaiting = endpoint({
  name: 'searchWaiting',
  method: 'GET',
  path: '/api/v1/list-auth',
  list: true,
  rows: 'pendingRecord',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'Everything that waits for the signed-in person’s decision: as manager or stand-in, finance and ' +
    'admin, oldest first. RECORD_KIND filters.',
  answer: dataPage(pendingRecord),
});
