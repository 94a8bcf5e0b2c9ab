import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { appendAudit, type AuditEntry } from './audit.ts';
import { keptDigest } from './kept.ts';
import { lastAuditHashes } from './repository/audit.ts';
import * as stored from './repository/erased.ts';
import type { AuditFault, AuditKey, AuditKeys } from './seals.ts';

/**
 * Erasing what rows of the log say of people (RET-5, docs/decisions/0028). Hash, time, actor and action stay; that the
 * rest went is a row of the log itself, which names the rows by a digest and proves by the key of the log that this
 * server wrote it.
 */

/** The kind of record that an erasure is. */
const ERASURE = 'erasure';

/** An erasure: who, when, and what it says of itself beside the rows of the log. */
export type Erasure = Omit<AuditEntry, 'recordKind' | 'before' | 'after'> & { after: Record<string, unknown> };

const digestOf = (rows: readonly { audit_id: number; kept: string }[]): string =>
  sha256(canonicalJson(rows.map(({ audit_id: id, kept }) => [id, kept])));

const macOf = (key: AuditKey, recordId: string, version: number, digest: string): string =>
  createHmac('sha256', key.key)
    .update(JSON.stringify(['erasure', recordId, version, digest]))
    .digest('hex');

/**
 * Takes before, after and origin from these rows of the log and appends the erasure's own row; rows that say nothing
 * any more are passed over. Answers how many said something. Call it in the transaction of whatever else is erased.
 */
export async function eraseFacts(
  tx: Kysely<Tables>,
  key: AuditKey,
  erasure: Erasure,
  auditIds: readonly number[],
): Promise<number> {
  const { recordId, version } = erasure;
  const covered = (await stored.lockSaying(tx, auditIds)).map((row) => ({
    audit_id: row.id,
    erasure_id: recordId,
    erasure_version: version,
    kept: keptDigest(row),
  }));
  await stored.blank(tx, covered);
  const digest = digestOf(covered);
  const proof = { rows: covered.length, digest, key: key.id, mac: macOf(key, recordId, version, digest) };
  const entry = { ...erasure, recordKind: ERASURE, before: null, after: { ...erasure.after, log: proof } };
  await appendAudit(tx, entry, (await lastAuditHashes(tx, [recordId])).get(recordId) ?? '');
  return covered.length;
}

interface Proof {
  digest?: unknown;
  key?: unknown;
  mac?: unknown;
}

/** Erased rows that no erasure covers, and erasures that do not name what was erased. */
export async function* brokenErasures(db: Kysely<Tables>, keys: AuditKeys): AsyncGenerator<AuditFault> {
  for await (const {
    erasure_id: recordId,
    erasure_version: version,
    audit_id: auditId,
    after,
    rows,
  } of stored.erasures(db, ERASURE)) {
    const { digest, key: keyId, mac } = (after?.['log'] ?? {}) as Proof;
    const key = keys.known.find(({ id }) => id === keyId);
    const covers = digest === digestOf(rows) && key !== undefined && mac === macOf(key, recordId, version, digest);
    if (covers) continue;
    const place = { seal: null, recordId, version };
    if (auditId !== null) yield { ...place, auditId, reason: 'this erasure does not name what was erased' };
    for (const row of rows) yield { ...place, auditId: row.audit_id, reason: 'erased, and no erasure covers it' };
  }
}
