import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';
import * as stored from '#server/repositories/auditSeals.ts';
import type { Seal } from '#server/repositories/auditSeals.ts';
import { readSecret } from '#server/repositories/secrets.ts';
import { brokenLinks } from './audit.ts';
import { sha256 } from './canonical.ts';

/**
 * Seals over the audit log (S16). A row's own hash tells of a changed byte, but whoever can change the row can compute it anew; its seal
 * takes a key as well, and stands in one chain of all rows in the order in which they were sealed.
 */

interface AuditKey {
  id: string;
  key: string;
}

export interface AuditKeys {
  /** Seals from now on. */
  current: AuditKey;
  /** In the database, for where `AUDIT_KEY` is not set: it keeps out who reads a copy of the log, not who reads the whole database. */
  stored: AuditKey;
}

const named = (key: string): AuditKey => ({ id: sha256(`audit key ${key}`).slice(0, 12), key });

/** The keys: `AUDIT_KEY`, if it is set, and the database's own, made when there is none. */
export async function auditKeys(db: Kysely<Tables>, setting: string | null): Promise<AuditKeys> {
  const own = named(await readSecret(db, 'audit-key', () => randomBytes(32).toString('base64url')));
  return { current: setting === null ? own : named(setting), stored: own };
}

const sealOf = (key: AuditKey, { seq, audit_id: auditId }: Pick<Seal, 'seq' | 'audit_id'>, hash: string, previous: string): string =>
  createHmac('sha256', key.key).update(JSON.stringify([seq, previous, auditId, hash])).digest('hex');

const AT_ONCE = 1_000;

/** Seals rows that have none, oldest first, `most` batches at the most. Answers how many. Two processes at once take turns. */
export async function sealAudit(db: Kysely<Tables>, { current }: AuditKeys, most = 20): Promise<number> {
  let sealed = 0;
  for (let batch = 0; batch < most; batch += 1) {
    if ((await stored.unsealed(db, 1)).length === 0) return sealed;
    const done = await db.transaction().execute(async (tx) => {
      await stored.lockSealing(tx);
      let last: Pick<Seal, 'seq' | 'seal'> = (await stored.lastSeal(tx)) ?? { seq: 0, seal: '' };
      const seals = (await stored.unsealed(tx, AT_ONCE)).map(({ id, hash }): Seal => {
        const place = { seq: last.seq + 1, audit_id: id };
        const seal = { ...place, key_id: current.id, seal: sealOf(current, place, hash, last.seal) };
        last = seal;
        return seal;
      });
      if (seals.length > 0) await stored.insertSeals(tx, seals);
      return seals.length;
    });
    sealed += done;
    if (done < AT_ONCE) break;
  }
  return sealed;
}

/** The newest seal as it is published: whoever holds it can tell that the log was as long, and said the same. */
export interface AuditHead {
  day: string;
  seq: number;
  seal: string;
}

export interface AuditFault {
  /** Of the row, as far as it is known. */
  auditId: number | null;
  recordId: string | null;
  version: number | null;
  reason: string;
}

/** Goes over the seals in their order, against the log as it stands and the heads that were published. */
async function* brokenSeals(db: Kysely<Tables>, keys: AuditKeys, heads: readonly AuditHead[]): AsyncGenerator<AuditFault> {
  const known = new Map([keys.stored, keys.current].map((key) => [key.id, key]));
  let last: Pick<Seal, 'seq' | 'seal'> = { seq: 0, seal: '' };
  let left = false;
  for (;;) {
    const rows = await stored.sealsAfter(db, last.seq, AT_ONCE);
    for (const row of rows) {
      const broken = (reason: string): AuditFault => ({ auditId: row.audit_id, recordId: row.record_id, version: row.version, reason });
      const key = known.get(row.key_id);
      left ||= row.key_id !== keys.stored.id;
      if (row.seq !== last.seq + 1) yield broken('seals before it are missing');
      if (row.hash === null) yield broken('the row is missing');
      else if (!key) yield broken('sealed with a key that is not here');
      else if (left && key === keys.stored && keys.current !== keys.stored) yield broken('sealed with the key of the database after AUDIT_KEY was in use');
      else if (row.seal !== sealOf(key, row, row.hash, last.seal)) yield broken('not what was sealed');
      for (const head of heads) if (head.seq === row.seq && head.seal !== row.seal) yield broken(`not what was published on ${head.day}`);
      last = row;
    }
    if (rows.length < AT_ONCE) break;
  }
  for (const head of heads) if (head.seq > last.seq) yield { auditId: null, recordId: null, version: null, reason: `the log was longer on ${head.day}: ${head.seq} seals, now ${last.seq}. Rows are missing at its end, unless a backup was put back` };
}

export interface AuditReport {
  faults: AuditFault[];
  /** There are more. */
  more: boolean;
  /** Rows too young to be sealed. */
  unsealed: number;
  head: Pick<Seal, 'seq' | 'seal'> | null;
}

/** Everything that differs in the log, and where, `most` of it at the most. */
export async function inspectAudit(db: Kysely<Tables>, keys: AuditKeys, heads: readonly AuditHead[], most = 100): Promise<AuditReport> {
  const faults: AuditFault[] = [];
  for (const found of [brokenLinks(db), brokenSeals(db, keys, heads)]) {
    for await (const fault of found) {
      if (faults.length === most) return { faults, more: true, unsealed: await stored.countUnsealed(db), head: (await stored.lastSeal(db)) ?? null };
      faults.push(fault);
    }
  }
  return { faults, more: false, unsealed: await stored.countUnsealed(db), head: (await stored.lastSeal(db)) ?? null };
}
