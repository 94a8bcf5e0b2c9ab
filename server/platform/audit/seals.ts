import { createHmac, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import * as stored from './repository/seals.ts';
import type { Seal } from './repository/seals.ts';
import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';
import { brokenLinks } from './audit.ts';
import { brokenErasures } from './erasing.ts';
import { brokenHeads } from './heads.ts';
import { newestErasures, type ErasureRun } from './repository/erased.ts';
import { sha256 } from '#server/platform/base/canonical.ts';

/**
 * Seals over the audit log (AUD-4, S16). A row's own hash detects a changed byte, but anyone who can change the row can
 * recompute it; its seal needs a key as well, and is part of one chain of all rows in sealing order. That the table
 * takes rows and gives none back is a trigger's business (migration 0038).
 */

export interface AuditKey {
  id: string;
  key: string;
}

export interface AuditKeys {
  /** Seals from now on. */
  current: AuditKey;
  /**
   * In the database, for where `AUDIT_KEY` is not set: it keeps out who reads a copy of the log, not who reads the
   * whole database.
   */
  stored: AuditKey;
  /** All that verify, those two among them. */
  known: readonly AuditKey[];
}

const named = (key: string): AuditKey => ({ id: sha256(`audit key ${key}`).slice(0, 12), key });

/** The keys: those of `AUDIT_KEY`, newest first, and the database's own, made when there is none. */
export async function auditKeys(store: SecretStore, settings: readonly string[]): Promise<AuditKeys> {
  const stored = named(await readSecret(store, 'audit-key', () => randomBytes(32).toString('base64url')));
  const set = settings.map(named);
  return { current: set[0] ?? stored, stored, known: [...set, stored] };
}

type SealPlace = Pick<Seal, 'seq' | 'audit_id'>;

/** The seal of a row with this hash, at its place, after the seal before it. */
export const sealOf = (key: AuditKey, { seq, audit_id: auditId }: SealPlace, hash: string, previous: string): string =>
  createHmac('sha256', key.key)
    .update(JSON.stringify([seq, previous, auditId, hash]))
    .digest('hex');

/** This process has only keys that were replaced: it leaves the sealing to those that have the newer one. */
export class AuditKeyReplaced extends Error {
  override name = 'AuditKeyReplaced';
}

/**
 * With which key to go on after the last seal. A key that another one has replaced seals nothing any more, so that
 * processes which are restarted with a new key one after another do not take turns (AUD-7). Throws `AuditKeyReplaced`
 * where the newer one is not here.
 */
async function keyAfter(tx: Kysely<Tables>, keys: AuditKeys, last: Seal | undefined): Promise<AuditKey> {
  const { current, known, stored: own } = keys;
  if (!last || last.key_id === current.id) return current;
  // The newest is the one that began last: sealing with an earlier one later does not make it newer. The database's own
  // never is.
  const ids = (await stored.keysOfSeals(tx)).filter((id) => id === current.id || id !== own.id);
  const newest = ids.includes(current.id) ? ids[0] : current.id;
  const key = known.find(({ id }) => id === newest);
  if (key) return key;
  throw new AuditKeyReplaced(`Seals are made with the key ${newest} now, which AUDIT_KEY does not name`);
}

const AT_ONCE = 1_000;

/**
 * Seals rows that have none, oldest first, `most` batches at the most. Answers how many. Two processes at once take
 * turns.
 */
export async function sealAudit(db: Kysely<Tables>, keys: AuditKeys, most = 20): Promise<number> {
  let sealed = 0;
  for (let batch = 0; batch < most; batch += 1) {
    if ((await stored.unsealed(db, 1)).length === 0) return sealed;
    const done = await transact(db, async (tx) => {
      await stored.lockSealing(tx);
      const newest = await stored.lastSeal(tx);
      const key = await keyAfter(tx, keys, newest);
      let last: Pick<Seal, 'seq' | 'seal'> = newest ?? { seq: 0, seal: '' };
      const seals = (await stored.unsealed(tx, AT_ONCE)).map(({ id, hash }): Seal => {
        const place = { seq: last.seq + 1, audit_id: id };
        const seal = { ...place, key_id: key.id, seal: sealOf(key, place, hash, last.seal) };
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

/** The newest seal as it is published: it proves how long the log was and what it said. */
export interface AuditHead {
  day: string;
  seq: number;
  seal: string;
}

/** Seals in a row by one key: the first and the last of them. */
export interface KeyRun {
  id: string;
  from: number;
  to: number;
}

export interface AuditFault {
  /** Of the row, as far as it is known. */
  auditId: number | null;
  /** Number of the seal, where it is about one. */
  seal: number | null;
  recordId: string | null;
  version: number | null;
  reason: string;
}

/** What is wrong with the key that a seal names; null when nothing is. */
function faultOfKey(key: AuditKey | undefined, own: AuditKey, replaced: ReadonlySet<string>): string | null {
  if (!key) return 'sealed with a key that is not here';
  if (!replaced.has(key.id)) return null;
  if (key === own) return 'sealed with the key of the database after AUDIT_KEY was in use';
  return 'sealed with a key after another one had replaced it';
}

/** What the seals are gone over with; `runs` is filled with which key sealed what. */
interface SealCheck {
  keys: AuditKeys;
  heads: readonly AuditHead[];
  runs: KeyRun[];
}

/** Checks the seals in order against the current log and the published heads. */
async function* brokenSeals(db: Kysely<Tables>, { keys, heads, runs }: SealCheck): AsyncGenerator<AuditFault> {
  const known = new Map(keys.known.map((key) => [key.id, key]));
  const replaced = new Set<string>();
  let last: Pick<Seal, 'seq' | 'seal'> = { seq: 0, seal: '' };
  // From below the first: none stands there, unless somebody moved it.
  for (let after = Number.MIN_SAFE_INTEGER; ; after = last.seq) {
    const rows = await stored.sealsAfter(db, after, AT_ONCE);
    for (const row of rows) {
      const place = { auditId: row.audit_id, seal: row.seq, recordId: row.record_id, version: row.version };
      const broken = (reason: string): AuditFault => ({ ...place, reason });
      const run = runs.at(-1);
      if (run?.id === row.key_id) run.to = row.seq;
      else {
        // A key that comes back replaces nothing, nor does the database's own: it is what is wrong there.
        if (run && !replaced.has(row.key_id)) replaced.add(run.id);
        if (row.key_id !== keys.stored.id && keys.current !== keys.stored) replaced.add(keys.stored.id);
        runs.push({ id: row.key_id, from: row.seq, to: row.seq });
      }
      const key = known.get(row.key_id);
      const fault = faultOfKey(key, keys.stored, replaced);
      if (row.seq !== last.seq + 1) yield broken('seals before it are missing');
      if (row.hash === null) yield broken('the row is missing');
      else if (fault !== null || !key) yield broken(fault ?? '');
      else if (row.seal !== sealOf(key, row, row.hash, last.seal)) yield broken('not what was sealed');
      for (const head of heads)
        if (head.seq === row.seq && head.seal !== row.seal) yield broken(`not what was published on ${head.day}`);
      last = row;
    }
    if (rows.length < AT_ONCE) break;
  }
  for (const { day, seq } of heads) {
    const counts = `the log was longer on ${day}: ${seq} seals, now ${last.seq}`;
    const reason = `${counts}. Rows are missing at its end, unless a backup was put back`;
    if (seq > last.seq) yield { auditId: null, seal: null, recordId: null, version: null, reason };
  }
}

/** Rows that are older than what is sealed and were never sealed: put in between, or their seals were taken. */
async function* unsealedRows(db: Kysely<Tables>): AsyncGenerator<AuditFault> {
  const rows = await stored.neverSealed(db, AT_ONCE);
  for (const { id, record_id: recordId, version } of rows) {
    yield { auditId: id, seal: null, recordId, version, reason: 'never sealed' };
  }
}

export interface AuditReport {
  faults: AuditFault[];
  /** There are more. */
  more: boolean;
  /** Rows without a seal. */
  unsealed: number;
  head: Pick<Seal, 'seq' | 'seal'> | null;
  /** What was erased of the log, the newest first; what of it nothing covers is among the faults. */
  erased: ErasureRun[];
  /** Which key sealed what, in the order of the seals; as far as they were read. */
  runs: KeyRun[];
}

async function* brokenRows(db: Kysely<Tables>): AsyncGenerator<AuditFault> {
  for await (const link of brokenLinks(db)) yield { ...link, seal: null };
}

async function* brokenPublished(db: Kysely<Tables>): AsyncGenerator<AuditFault> {
  for await (const { seal, reason } of brokenHeads(db))
    yield { auditId: null, seal, recordId: null, version: null, reason };
}

const ERASURES_TOLD = 100;

/** Everything that differs in the log, and where, `most` of it at the most. */
export async function inspectAudit(
  db: Kysely<Tables>,
  keys: AuditKeys,
  heads: readonly AuditHead[],
  most = 100,
): Promise<AuditReport> {
  const faults: AuditFault[] = [];
  const runs: KeyRun[] = [];
  let more = false;
  const parts = [
    brokenRows(db),
    brokenErasures(db, keys),
    brokenSeals(db, { keys, heads, runs }),
    unsealedRows(db),
    brokenPublished(db),
  ];
  for (const found of parts) {
    for await (const fault of found) {
      more = faults.length === most;
      if (more) break;
      faults.push(fault);
    }
    if (more) break;
  }
  const erased = await newestErasures(db, ERASURES_TOLD);
  const head = (await stored.lastSeal(db)) ?? null;
  return { faults, more, unsealed: await stored.countUnsealed(db), head, erased, runs };
}
