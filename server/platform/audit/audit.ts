import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import { keptDigest } from './kept.ts';
import { insertManyRows, insertRows, nextRecords, rowsWithErased, versionsOf } from './repository/audit.ts';

/** What happened, without its place in the chain: who, for whom, what, before, after, when, from where (AUD-1). */
export interface AuditEntry {
  recordId: string;
  recordKind: string;
  version: number;
  at: number;
  /** Null: unknown. */
  actorId: string | null;
  onBehalfOf?: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Address and device the change came from. */
  origin: string;
  requestKey?: string | null;
}

interface Chained {
  record_id: string;
  record_kind: string;
  version: number;
  at: number;
  actor_id: string | null;
  on_behalf_of: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  origin: string;
  request_key: string | null;
  previous_hash: string;
}

/** The hash over everything a row says and over the row before it. */
const hashOf = (row: Chained): string => sha256(canonicalJson(row));

function chained(entry: AuditEntry, previousHash: string): Chained & { hash: string } {
  const row: Chained = {
    record_id: entry.recordId,
    record_kind: entry.recordKind,
    version: entry.version,
    at: entry.at,
    actor_id: entry.actorId,
    on_behalf_of: entry.onBehalfOf ?? null,
    action: entry.action,
    before: entry.before,
    after: entry.after,
    origin: entry.origin,
    request_key: entry.requestKey ?? null,
    previous_hash: previousHash,
  };
  return { ...row, hash: hashOf(row) };
}

/**
 * A row of the append-only log, ready to insert. The rows of one record form a chain by version: `previousHash` is
 * the hash of the record's row before, '' for its first (A5).
 */
export function auditRow(entry: AuditEntry, previousHash: string) {
  const row = chained(entry, previousHash);
  return { ...row, before: row.before && JSON.stringify(row.before), after: row.after && JSON.stringify(row.after) };
}

/** The first row of a record's chain, as JSON that is inserted as a whole. */
export const newAuditRow = (entry: AuditEntry): object => chained(entry, '');

/** Appends one row. Call it in the transaction of the change. Two changes to one version of a record collide here. */
export async function appendAudit(tx: Kysely<Tables>, entry: AuditEntry, previousHash: string): Promise<void> {
  await insertRows(tx, [auditRow(entry, previousHash)]);
}

/** Appends rows of different records at once; `previousHash` of each by its record. */
export async function appendAudits(
  tx: Kysely<Tables>,
  entries: readonly AuditEntry[],
  previousHashes: ReadonlyMap<string, string>,
): Promise<void> {
  if (entries.length === 0) return;
  await insertRows(
    tx,
    entries.map((entry) => auditRow(entry, previousHashes.get(entry.recordId) ?? '')),
  );
}

/** The same for thousands of rows, whose texts are known to be storable. */
export const appendManyAudits = (
  tx: Kysely<Tables>,
  entries: readonly AuditEntry[],
  previousHashes: ReadonlyMap<string, string>,
): Promise<void> =>
  insertManyRows(
    tx,
    entries.map((entry) => chained(entry, previousHashes.get(entry.recordId) ?? '')),
  );

export interface BrokenLink {
  recordId: string;
  version: number;
  reason: string;
}

/** The first row that does not hold; null: the log is whole. */
export async function verifyAudit(db: Kysely<Tables>): Promise<BrokenLink | null> {
  for await (const link of brokenLinks(db)) {
    const { recordId, version, reason } = link;
    return { recordId, version, reason };
  }
  return null;
}

/** What is wrong with a row in itself; null: nothing. Of one whose facts were erased the rest is compared (RET-5). */
function changeOf({ kept, ...row }: Awaited<ReturnType<typeof rowsWithErased>>[number]): string | null {
  if (kept === null) {
    const { id: _id, hash, ...said } = row;
    return hashOf(said) === hash ? null : 'changed';
  }
  if (keptDigest(row) !== kept) return 'changed';
  return row.before === null && row.after === null && row.origin === '' ? null : 'says something after it was erased';
}

const RECORDS_AT_ONCE = 500;

/**
 * Walks every chain and yields each row that does not hold: changed, missing in between, or cut off before the
 * version its record has now. Reads in batches of records, so that it may run beside the work.
 */
export async function* brokenLinks(db: Kysely<Tables>): AsyncGenerator<BrokenLink & { auditId: number }> {
  let after = '';
  for (;;) {
    const ids = await nextRecords(db, after, RECORDS_AT_ONCE);
    const last = ids.at(-1);
    if (last === undefined) return;
    after = last;
    const rows = await rowsWithErased(db, ids);
    const versions = await versionsOf(db, ids);
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i];
      if (!row) continue;
      const { id } = row;
      const before = rows[i - 1];
      const follows = before?.record_id === row.record_id;
      const broken = (reason: string) => ({ auditId: id, recordId: row.record_id, version: row.version, reason });
      const change = changeOf(row);
      if (change !== null) yield broken(change);
      if (follows ? row.previous_hash !== before.hash || row.version !== before.version + 1 : row.previous_hash !== '')
        yield broken('a row before it is missing');
      const version = versions.get(row.record_id);
      if (rows[i + 1]?.record_id !== row.record_id && version !== undefined && version !== row.version)
        yield broken('the rows after it are missing');
    }
  }
}
