import { randomUUID } from 'node:crypto';
import type { Portal } from '#tests/support/gstCodes.ts';
import { billWithCode } from '#tests/support/gstPictures.ts';
import type { Api } from './api.ts';
import { ask, json } from './ask.ts';
import type { Bill } from './bills.ts';

/** GST e-invoices, and what an organisation admin enters for them. */

const change = async (api: Api, method: string, path: string, body: unknown): Promise<unknown> =>
  json(
    await ask(`${api.url}/api/v1/organisation/gst${path}`, {
      method,
      headers: api.headers({ 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      body: JSON.stringify(body),
    }),
  );

export const addGstKey = (api: Api, { pem, kid }: Portal): Promise<unknown> =>
  change(api, 'POST', '/keys', { pem, kid, validFrom: '2020-10-01', validTo: null });

export const saveGstins = (api: Api, gstins: readonly string[]): Promise<unknown> =>
  change(api, 'PUT', '/gstins', { gstins });

/** A photo of an invoice with its code. */
export const invoiceBill = async (name: string, code: string): Promise<Bill> => ({
  name: `${name}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await billWithCode(code, { side: 520, turned: 4, blur: 0.6 }),
});
