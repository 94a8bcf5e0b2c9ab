import type { Kysely } from 'kysely';
import { verifyGstCode, type GstCode } from '#domain/gstInvoice/verify.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { allGstKeys } from './repository.ts';
import { keyOf } from './settings.ts';

/**
 * Judges signed codes by the organisation's keys, in their order; null for a text that is none (GST-2, GST-8). Keys are
 * read only where there is a code.
 */
export async function judgeCodes(db: Kysely<Tables>, codes: readonly string[]): Promise<(GstCode | null)[]> {
  if (codes.length === 0) return [];
  const keys = (await allGstKeys(db)).map(keyOf);
  return Promise.all(codes.map((code) => verifyGstCode(code, keys)));
}
