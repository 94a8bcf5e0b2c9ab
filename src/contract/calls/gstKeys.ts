import { endpoint } from '../endpoint.ts';
import { gstinsBody, gstKeyBody, gstKeyEndBody, gstSettings } from '../gstSettings.ts';
import { dataAnswer } from '../paging.ts';

/** Keys of the portals of GST e-invoices and the organisation's GSTINs, for organisation admins (GST-5, GST-6). */

const PATH = '/api/v1/organisation/gst';
const change = {
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  invalidates: ['getGstSettings', 'readGst'],
  answer: dataAnswer(gstSettings),
} as const;

export const getGstSettings = endpoint({
  name: 'getGstSettings',
  method: 'GET',
  path: PATH,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The keys that verify codes of GST e-invoices, with who added them, and the GSTINs of the organisation.',
  answer: dataAnswer(gstSettings),
});
export const addGstKey = endpoint({
  name: 'addGstKey',
  method: 'POST',
  path: `${PATH}/keys`,
  ...change,
  summary: 'Adds a public key of a portal, with the days between which it signed. One that is there already is 409.',
  body: gstKeyBody,
});
export const endGstKey = endpoint({
  name: 'endGstKey',
  method: 'POST',
  path: `${PATH}/keys/:id/end`,
  ...change,
  summary: 'Says until which day a key signed; codes of later days are of an unknown key.',
  body: gstKeyEndBody,
});
export const saveGstins = endpoint({
  name: 'saveGstins',
  method: 'PUT',
  path: `${PATH}/gstins`,
  ...change,
  summary: 'Saves the GSTINs of the organisation, by which a bill is known to be addressed to it.',
  body: gstinsBody,
});
