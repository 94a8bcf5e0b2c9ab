import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { readSecret, type SecretStore } from '#server/platform/secrets/repository.ts';
import { leafHash, pathOf, rootOf } from './merkle.ts';
import * as stored from './repository/heads.ts';
import { lastSeal } from './repository/seals.ts';

/**
 * Heads that people outside can check without our keys (AUD-23, docs/decisions/0027): signed by a key of this
 * installation, each over the rows sealed since the one before.
 */

/** What is signed, as canonical JSON. */
export interface PublishedHead {
  number: number;
  day: string;
  /** Seals that it holds, both included. */
  from: number;
  to: number;
  /** Of the tree over those rows. */
  root: string;
  /** The last of those seals, which needs the key of the log. */
  seal: string;
  /** Digest of the head before; '' of the first. */
  previous: string;
}

export interface SignedHead {
  head: PublishedHead;
  /** Ed25519, 32 bytes in hex. */
  publicKey: string;
  signature: string;
}

/** Signs what this installation answers for. */
export interface Signer {
  publicKey: string;
  sign(text: string): string;
}

const rawOf = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex');

/** The installation's signing key, made when there is none. */
export async function readSigner(store: SecretStore): Promise<Signer> {
  const secret = await readSecret(store, 'audit-signing-key', () =>
    generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
  );
  const key = createPrivateKey({ key: Buffer.from(secret, 'base64'), format: 'der', type: 'pkcs8' });
  return {
    publicKey: rawOf(createPublicKey(key)),
    sign: (text) => sign(null, Buffer.from(text), key).toString('hex'),
  };
}

/** What people compare a key by. */
export const keyDigest = (publicKey: string): string => sha256(Buffer.from(publicKey, 'hex'));
export const headDigest = (head: PublishedHead): string => sha256(canonicalJson(head));

const leafOf = ({ seq, audit_id: id, hash }: { seq: number; audit_id: number; hash: string }): Buffer =>
  leafHash(`${seq} ${id} ${hash}`);

/** Rows that one head holds at the most, so that a path in it is quickly found. */
const MAX_ROWS = 65_536;

const signedOf = (row: Awaited<ReturnType<typeof stored.headsFrom>>[number]): SignedHead => ({
  head: {
    number: row.number,
    day: row.day,
    from: row.from_seq,
    to: row.to_seq,
    root: row.root,
    seal: row.seal,
    previous: row.previous,
  },
  publicKey: row.public_key,
  signature: row.signature,
});

/** The newest head; null: none was published yet. */
export async function newestHead(db: Kysely<Tables>): Promise<SignedHead | null> {
  const last = await stored.lastHead(db);
  return last ? signedOf(last) : null;
}

/** All heads from this number on. */
export const headsFrom = async (db: Kysely<Tables>, number: number): Promise<SignedHead[]> =>
  (await stored.headsFrom(db, number)).map(signedOf);

/** Tells of a head of today, in the transaction that publishes it. */
export type TellHead = (tx: Kysely<Tables>, now: number) => Promise<void>;

/**
 * Publishes what was sealed since the last head, unless there is one of today; several where there is much. Answers how
 * many. Two processes at once take turns.
 */
export async function publishHeads(
  db: Kysely<Tables>,
  signer: Signer,
  { day, now, tell }: { day: string; now: number; tell: TellHead },
): Promise<number> {
  const before = await stored.lastHead(db);
  if (before && before.day >= day) return 0;
  return transact(db, async (tx) => {
    await stored.lockHeads(tx);
    const seal = await lastSeal(tx);
    let last = await stored.lastHead(tx);
    let count = 0;
    if (!seal || (last && last.day >= day)) return count;
    while ((last?.to_seq ?? 0) < seal.seq) {
      const from = (last?.to_seq ?? 0) + 1;
      const rows = await stored.sealedBetween(tx, from, Math.min(from + MAX_ROWS - 1, seal.seq));
      const end = rows.at(-1);
      if (!end) break;
      const head: PublishedHead = {
        number: (last?.number ?? 0) + 1,
        day,
        from,
        to: end.seq,
        root: rootOf(rows.map(leafOf)).toString('hex'),
        seal: end.seal,
        previous: last ? headDigest(signedOf(last).head) : '',
      };
      last = {
        number: head.number,
        day,
        from_seq: from,
        to_seq: head.to,
        root: head.root,
        seal: head.seal,
        previous: head.previous,
        public_key: signer.publicKey,
        signature: signer.sign(canonicalJson(head)),
      };
      await stored.insertHead(tx, last);
      count += 1;
    }
    if (count > 0) await tell(tx, now);
    return count;
  });
}

const PUBLIC_KEY = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** Was this text signed by that key? */
export function isSigned(text: string, { publicKey, signature }: Pick<SignedHead, 'publicKey' | 'signature'>): boolean {
  // One spelling each: a reader of hex would take others for the same.
  if (!PUBLIC_KEY.test(publicKey) || !SIGNATURE.test(signature)) return false;
  const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

/** Where a row stands in its head, and how the head's root follows from it. */
export interface RowPlace {
  seq: number;
  head: number;
  path: string[];
}

/** The place of each row under the heads; null for one that is newer than the last head. */
export async function placesOf(
  db: Kysely<Tables>,
  auditIds: readonly number[],
): Promise<{ places: (RowPlace | null)[]; heads: SignedHead[] }> {
  const numbers = await stored.sealNumbers(db, auditIds);
  const all = await stored.headsFrom(db, 0);
  const headOf = (seq: number | undefined) =>
    seq === undefined ? undefined : all.find(({ from_seq: from, to_seq: to }) => from <= seq && seq <= to);
  const found = auditIds.map((id) => ({ seq: numbers.get(id), head: headOf(numbers.get(id)) }));
  const places = new Map<number, RowPlace>();
  for (const head of new Set(found.flatMap((each) => each.head ?? []))) {
    const leaves = (await stored.sealedBetween(db, head.from_seq, head.to_seq)).map(leafOf);
    for (const { seq } of found.filter((each) => each.head === head))
      if (seq !== undefined) {
        const path = pathOf(leaves, seq - head.from_seq).map((node) => node.toString('hex'));
        places.set(seq, { seq, head: head.number, path });
      }
  }
  const first = Math.min(...found.flatMap(({ head }) => head?.number ?? []));
  return {
    places: found.map(({ seq }) => (seq === undefined ? null : (places.get(seq) ?? null))),
    heads: all.filter(({ number }) => number >= first).map(signedOf),
  };
}

/** Heads that do not hold: not signed, not following, or over other rows than the log has now. */
export async function* brokenHeads(
  db: Kysely<Tables>,
): AsyncGenerator<{ number: number; seal: number; reason: string }> {
  let previous = '';
  let to = 0;
  for (const signed of await headsFrom(db, 0)) {
    const { head } = signed;
    const broken = (reason: string) => ({ number: head.number, seal: head.to, reason });
    const rows = await stored.sealedBetween(db, head.from, head.to);
    if (!isSigned(canonicalJson(head), signed)) yield broken(`head ${head.number} is not signed`);
    if (head.previous !== previous || head.from !== to + 1) yield broken(`head ${head.number} follows another one`);
    if (rootOf(rows.map(leafOf)).toString('hex') !== head.root)
      yield broken(`head ${head.number} of ${head.day} holds other rows`);
    previous = headDigest(head);
    to = head.to;
  }
}
