import * as z from 'zod/mini';
import { MAX_GST_KEYS, MAX_GSTINS } from './limits.ts';

/** The signed codes of GST e-invoices: what every phone has of keys that verify them, and the organisation's GSTINs. */

/** A public key of a portal. It verifies codes from `validFrom` to `validTo` (YYYY-MM-DD), both days counted. */
export const gstKey = z.object({
  keyId: z.string(),
  /** What the portal calls it in the codes that it signs; null: not known. */
  kid: z.nullable(z.string()),
  /** SPKI, DER in base64. */
  publicKey: z.string(),
  validFrom: z.string(),
  /** null: no end is known. */
  validTo: z.nullable(z.string()),
});
export type GstKey = z.infer<typeof gstKey>;

export const gstins = z.array(z.string()).check(z.maxLength(MAX_GSTINS));

/** What a device needs to verify a code, and to say whether the organisation is the buyer. */
export const gstFacts = z.object({ keys: z.array(gstKey).check(z.maxLength(MAX_GST_KEYS)), gstins });
export type GstFacts = z.infer<typeof gstFacts>;
