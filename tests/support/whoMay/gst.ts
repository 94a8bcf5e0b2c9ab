import { readGst } from '#contract/calls/gst.ts';
import * as calls from '#contract/calls/gstKeys.ts';
import { urlOf } from '#contract/endpoint.ts';
import { BUYER } from '#tests/support/gstCodes.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { everybody, type Part, type Row, type Statuses } from './table.ts';

/** Keys of GST e-invoices by every role (N1, GST-5, GST-6): everybody's to read, the organisation admins' to change. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });

const rows: Row[] = [
  ['GST-6 what verifies', (api) => api.get(urlOf(readGst)), everybody(200)],
  ['GST-5 look at who added what', (api) => api.get(urlOf(calls.getGstSettings)), only(200)],
  ['GST-5 add what is no key', (api) => api.post(urlOf(calls.addGstKey), { pem: 'x' }), only(422)],
  [
    'GST-5 end one that is not there',
    (api) => api.post(urlOf(calls.endGstKey, { parts: { id: 'none' } }), { validTo: '2026-07-01' }),
    only(404),
  ],
  ['GST-6 save the GSTINs', (api) => api.put(urlOf(calls.saveGstins), { gstins: [BUYER] }), only(200)],
];

export const gstInvoices: Part = {
  title: 'GST e-invoices',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
