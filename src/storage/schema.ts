import type { DBSchema, IDBPTransaction } from 'idb';
import type { Ring } from './vault.ts';

/**
 * What lies on the device. One database per person (named by a hash of the id, in earlier builds of the e-mail) and one
 * small shared one. Rows hold in the clear only what a query needs; all content is sealed (ID-1). Bytes are
 * ArrayBuffers, never Blobs: WebKit refuses Blobs in IndexedDB.
 */

/** A row of the outbox: the header in the clear, the content sealed. */
export interface OutboxRow {
  /** Idempotency-Key from the tap on. */
  id: string;
  /** Order of the taps on this device. */
  seq: number;
  /** Version of the entry's shape; a greater one than this build knows is left alone (OB-11). */
  v: number;
  /** Number of the commit that wrote this row. */
  rev: number;
  state: string;
  retryAt: number;
  /** Records the entry is about, as opaque keys. */
  keys: string[];
  lease?: { by: string; epoch: number; at: number } | undefined;
  sealed: ArrayBuffer;
  /**
   * What it was, sealed under the person's key of every device: said when the rest cannot be opened (P5). Absent in
   * rows of earlier builds.
   */
  face?: ArrayBuffer | undefined;
}

/**
 * A bill of an entry, of a draft (`draft:<key>`) or of a share (`share:<id>`): it names its bytes. Rows of older builds
 * hold them.
 */
export interface BlobRow {
  owner: string;
  localId: string;
  /** SHA-256 of the bytes, in hex. */
  hash?: string;
  sealed?: ArrayBuffer;
  /** The bytes were read back for this owner since they were written, and were whole. */
  verified?: true;
}

/** Bytes of a bill, under their own SHA-256 in hex. */
export interface BytesRow {
  hash: string;
  sealed: ArrayBuffer;
}

export interface DraftRow {
  key: string;
  v: number;
  at: number;
  sealed: ArrayBuffer;
  /** Idempotency-Key of what will be made of it; drafts of older builds have none. */
  id?: string | undefined;
  /** The form that wrote it last. */
  by?: string | undefined;
  /** It has become an entry: not offered any more, and cleared away once that has been read back. */
  taken?: true;
}

/** What came into the inbox at once. Its bytes are named by `blobs`: a bill that is named no longer has been taken. */
export interface ShareRow {
  id: string;
  at: number;
  /** Order of arrival; rows of earlier builds, which are older, have none. */
  seq?: number;
  sealed: ArrayBuffer;
}

interface ReadRow {
  key: string;
  at: number;
  sealed: ArrayBuffer;
}

/** A page of records of one kind; a later answer of the same source takes its place. */
export interface RowsRow {
  kind: string;
  source: string;
  part: number;
  at: number;
  sealed: ArrayBuffer;
}

export interface PersonSchema extends DBSchema {
  outbox: { key: string; value: OutboxRow };
  blobs: { key: [string, string]; value: BlobRow; indexes: { hash: string } };
  bytes: { key: string; value: BytesRow };
  shares: { key: string; value: ShareRow };
  drafts: { key: string; value: DraftRow };
  reads: { key: string; value: ReadRow };
  rows: { key: [string, string, number]; value: RowsRow };
  previews: { key: string; value: ReadRow };
  inbox: { key: string; value: ReadRow };
  meta: { key: string; value: unknown };
}
/** All stores that this build works with. */
export const PERSON_STORES = [
  'outbox',
  'blobs',
  'bytes',
  'drafts',
  'shares',
  'reads',
  'rows',
  'previews',
  'inbox',
  'meta',
] as const satisfies readonly PersonStoreName[];
export type PersonStoreName =
  | 'outbox'
  | 'blobs'
  | 'bytes'
  | 'drafts'
  | 'shares'
  | 'reads'
  | 'rows'
  | 'previews'
  | 'inbox'
  | 'meta';

/** What was shared while nobody was signed in: sealed with the device's own key. */
export interface DeviceShareRow {
  id: string;
  at: number;
  /** Order of arrival; rows of earlier builds, which are older, have none. */
  seq?: number;
  sealed: ArrayBuffer;
  /** Bytes of its bills, each sealed. */
  files: ArrayBuffer[];
  /** When somebody was first told that it waits; epoch milliseconds of the device. */
  told?: number | undefined;
}

export interface DeviceSchema extends DBSchema {
  shares: { key: string; value: DeviceShareRow };
  meta: { key: string; value: unknown };
  /**
   * Rings of non-extractable keys by the hash of the person's id, and single ones of earlier builds by that of the
   * e-mail; removed at sign-out.
   */
  keys: { key: string; value: CryptoKey | Ring };
}

export type ReadTx = IDBPTransaction<PersonSchema, PersonStoreName[], 'readonly'>;
export type WriteTx = IDBPTransaction<PersonSchema, PersonStoreName[], 'readwrite'>;
/** What both kinds of transaction can do. */
export type AnyTx = ReadTx | WriteTx;

/** What may be fetched again, in the order in which it makes room (ST-1), and what sign-out clears (ID-1). */
export const FETCHED_STORES = ['reads', 'rows', 'previews', 'inbox'] as const satisfies readonly PersonStoreName[];
export const SHED_STORES = ['reads', 'rows', 'previews'] as const satisfies readonly PersonStoreName[];
/**
 * In `meta`: the fingerPrints of what `previews` holds, newest first, so that making room reads no bytes. They go with
 * it at sign-out.
 */
export const PREVIEW_ORDER = { whole: 'previewOrder', small: 'smallOrder' } as const;

/** In `meta`, the person's and the device's: the number of the share that came last. */
export const SHARE_ORDER = 'shareOrder';

/** What came first stands first: in the order of arrival, whatever the device's clock said. */
export const byArrival = (a: Pick<ShareRow, 'at' | 'seq'>, b: Pick<ShareRow, 'at' | 'seq'>): number =>
  (a.seq ?? 0) - (b.seq ?? 0) || a.at - b.at;

/** Name of the database that the people of this device share. */
export const DEVICE_STORE = 'kharcha-device';

/** In the device's `meta`: only names of what earlier builds kept there of start pages begin so. */
export const FORMER_SNAPSHOTS = 'start/';
