import { endpoint } from '../endpoint.ts';
import { gstFacts } from '../gst.ts';
import { dataAnswer } from '../paging.ts';

/** Apart from its changes, which no phone needs. */
export const readGst = endpoint({
  name: 'readGst',
  method: 'GET',
  path: '/api/v1/gst',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The public keys that verify the codes of GST e-invoices, and the GSTINs of the organisation.',
  answer: dataAnswer(gstFacts),
});
