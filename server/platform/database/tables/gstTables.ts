import type { Generated } from 'kysely';
import type { Millis } from '../units.ts';

/** A public key that verifies the codes of GST e-invoices. */
interface GstKeysTable {
  id: string;
  /** What the portal calls it in the codes that it signs, in capitals. */
  kid: string | null;
  /** SHA-256 of the key's SPKI, hex. */
  fingerprint: string;
  /** SPKI, DER in base64. */
  public_key: string;
  valid_from: string;
  valid_to: string | null;
  /** Null: a command of the server. */
  added_by: string | null;
  added_at: Millis;
  version: Generated<number>;
}

export interface GstTables {
  gst_keys: GstKeysTable;
}
