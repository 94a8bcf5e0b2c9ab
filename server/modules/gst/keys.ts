import { createPublicKey, X509Certificate } from 'node:crypto';
import type { Kysely } from 'kysely';
import { MAX_GST_KEYS } from '#contract/limits.ts';
import { NOT_A_KEY, parseGstKeyEnd, type GstKeyInput } from '#domain/gstInvoice/settings.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { invalidRequest, notFound, Refusal } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Doer } from '#server/platform/http/context.ts';
import { allGstKeys, holdGstKeys, insertGstKey, lockGstKey, writeLastDay, type GstKeyRow } from './repository.ts';

/** Adding and ending keys of GST e-invoices, on screen and by command (GST-5). */

const MODULUS_BITS = 2_048;
const notAKey = (): Refusal => invalidRequest(NOT_A_KEY, { pem: NOT_A_KEY });

/** What stands in a PEM: the key, and what a certificate's key is called in codes. */
function readPem(pem: string): { publicKey: Buffer; kid: string | null } {
  try {
    const certificate = pem.includes('CERTIFICATE') ? new X509Certificate(pem) : null;
    const key = certificate ? certificate.publicKey : createPublicKey(pem);
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa' || modulusLength < MODULUS_BITS) throw notAKey();
    // The portals call a key by the SHA-1 of its certificate.
    const kid = certificate === null ? null : certificate.fingerprint.replaceAll(':', '');
    return { publicKey: key.export({ type: 'spki', format: 'der' }), kid };
  } catch {
    throw notAKey();
  }
}

const logged = ({ kid, fingerprint, valid_from, valid_to }: GstKeyRow): Record<string, unknown> => ({
  kid,
  fingerprint,
  validFrom: valid_from,
  validTo: valid_to,
});

async function log(
  tx: Kysely<Tables>,
  doer: Doer,
  row: GstKeyRow,
  done: { action: string; before: Record<string, unknown> | null; after: Record<string, unknown> },
): Promise<void> {
  const who = { actorId: doer.actor.id, at: doer.now, origin: doer.origin, requestKey: doer.key };
  const entry = { ...who, recordId: row.id, recordKind: 'gstKey', version: row.version, ...done };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '');
}

/** Adds a key under this id. Refuses what is no key, one that is there already, and one too many. */
export async function addKey(tx: Kysely<Tables>, doer: Doer, id: string, input: GstKeyInput): Promise<void> {
  const { publicKey, kid } = readPem(input.pem);
  await holdGstKeys(tx);
  if ((await allGstKeys(tx)).length >= MAX_GST_KEYS)
    throw new Refusal('CONFLICT', `There are ${MAX_GST_KEYS} keys already.`);
  const row = {
    id,
    kid: kid ?? input.kid,
    fingerprint: sha256(publicKey),
    public_key: publicKey.toString('base64'),
    valid_from: input.validFrom,
    valid_to: input.validTo,
    added_by: doer.actor.id,
    added_at: doer.now,
  };
  if (!(await insertGstKey(tx, row))) throw new Refusal('CONFLICT', 'This key is there already.');
  const made = { ...row, version: 1 };
  await log(tx, doer, made, { action: 'gst-key-add', before: null, after: logged(made) });
}

/** Sets the last day of a key; what it verified of earlier days stays verified. */
export async function endKey(tx: Kysely<Tables>, doer: Doer, id: string, lastDay: unknown): Promise<void> {
  const before = await lockGstKey(tx, id);
  if (!before) throw notFound();
  const validTo = parseGstKeyEnd(lastDay, before.valid_from);
  if ('message' in validTo) throw invalidRequest(validTo.message, { validTo: validTo.message });
  await writeLastDay(tx, id, validTo.value);
  const after = { ...before, valid_to: validTo.value, version: before.version + 1 };
  await log(tx, doer, after, { action: 'gst-key-end', before: logged(before), after: logged(after) });
}
