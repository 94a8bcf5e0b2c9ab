import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { gstins, gstKey } from './gst.ts';
import { MAX_GST_KEYS } from './limits.ts';

/** Keys of GST e-invoices and the organisation's GSTINs, as organisation admins keep them. */

/** A key as organisation admins see it. */
const gstKeyRow = z.object({
  ...gstKey.shape,
  /** null: a command of the server. */
  addedBy: z.nullable(z.string()),
  addedAt: moment,
});
export type GstKeyRow = z.infer<typeof gstKeyRow>;

/** `version` is the organisation's; saving the GSTINs names it. */
export const gstSettings = z.object({
  keys: z.array(gstKeyRow).check(z.maxLength(MAX_GST_KEYS)),
  gstins,
  version: z.int(),
});
export type GstSettings = z.infer<typeof gstSettings>;

/** `pem`: a public key or a certificate, which says its `kid` itself. */
export const gstKeyBody = z.object({
  pem: z.string({ error: 'Please enter the key' }),
  kid: z.nullable(z.string()),
  validFrom: z.string({ error: 'Please enter the first day' }),
  validTo: z.nullable(z.string()),
});

export const gstKeyEndBody = z.object({ validTo: z.string({ error: 'Please enter the last day' }) });
export const gstinsBody = z.object({ gstins });
