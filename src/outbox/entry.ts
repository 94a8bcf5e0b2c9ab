import type { EndpointName } from '#contract/endpoints.ts';
import { opaque } from '#storage/opaque.ts';
import type { DraftRef } from './draftRows.ts';

/** One change a person made, as it is kept until the server has judged it. */
export const STATES = ['waiting', 'uploading', 'sending', 'signIn', 'needsYou', 'done'] as const;
export type EntryState = (typeof STATES)[number];

export interface EntryRecord {
  kind: string;
  /** The server's id, when it is known. */
  id?: string | undefined;
  /** Of a bulk decision. */
  ids?: string[] | undefined;
  /** The waiting entry that creates the record; `id` is filled in when that one is done. */
  from?: string | undefined;
  [more: string]: unknown;
}

/** What cards show of it; plain JSON. */
export interface Face {
  title: string;
  /** Rupees. */
  amount?: number | undefined;
  /** YYYY-MM-DD. */
  day?: string | undefined;
  remarks?: string | undefined;
  note?: string | undefined;
  [more: string]: unknown;
}

export interface Bill {
  localId: string;
  /** SHA-256 of the bytes at capture, in hex. */
  hash: string;
  name: string;
  type: string;
  size: number;
  /** Set when the server has the bytes (OB-6). */
  fingerPrint?: string | undefined;
  /** Address of its upload in parts, once started; the next attempt resumes there (UPL-5). */
  uploadUrl?: string | undefined;
  /** The phone cannot read it any more: the owner is asked for this bill alone (X29). */
  lost?: boolean | undefined;
  [more: string]: unknown;
}

export interface Refusal {
  status: number;
  code: string;
  /** The server's message. */
  message: string;
  errors?: Record<string, string> | undefined;
  /** The record as it is now on the server, when it has moved on (OB-10). */
  current?: unknown;
  /** localId of the bill it is about. */
  bill?: string | undefined;
  [more: string]: unknown;
}

/**
 * How a later edit of a record that may have been created is sent: `%7Bid%7D` or `{id}` in the address becomes the
 * server's id.
 */
export interface FollowUp {
  endpoint: EndpointName;
  url: string;
  method: string;
  [more: string]: unknown;
}

export interface Saved {
  at: number;
  heard: string;
  [more: string]: unknown;
}

export interface Lease {
  /** The outbox instance that works on it. */
  by: string;
  epoch: number;
  at: number;
}

export interface Entry {
  v: number;
  /** Idempotency-Key from the moment of the tap (OB-3). */
  id: string;
  seq: number;
  state: EntryState;
  /**
   * Not to be sent before this moment of the device's clock, nor after `retryFrom` lies ahead (the clock went back).
   */
  retryAt: number;
  retryFrom: number;
  lease?: Lease | undefined;
  /** Not sent before this moment of the device's clock, whatever ends its pauses: until then it may be taken back. */
  heldUntil?: number | undefined;
  owner: string;
  createdAt: number;
  /**
   * Failed attempts since the last success or 'Try again'. Only for the pause between them: never a reason to drop
   * (OB-2).
   */
  attempts: number;
  /** True from before the first request on: key and bytes are frozen (OB-13). */
  maybeSent: boolean;
  /** Server errors in a row; after ten, while others get through, it is tried slowly (X17). */
  serverErrors: number;
  /** How many entries had been sent when those errors began. */
  troubleAt: number;
  /** How often the server said that it does not have the bills. */
  filesGone: number;
  /** Its turn among those that the server was busy for: they go one after the other, and behind all others. */
  yields?: number | undefined;
  /** How often in a row somebody on the way refused a request of it while our server answered everything else. */
  walled?: number | undefined;
  endpoint: EndpointName;
  url: string;
  method: string;
  /** As made; `billUrl`, or what the call has in its place, gets the bills' fingerPrints when it is sent. */
  body: Record<string, unknown>;
  /** Version of the record that the request names; moves on with the owner's own earlier changes (OB-10). */
  ifMatch?: number | undefined;
  /** Version that its owner saw. */
  madeOn?: number | undefined;
  base?: unknown;
  record: EntryRecord;
  face: Face;
  followUp?: FollowUp | undefined;
  /** The entry whose success this one needs first. */
  after?: string | undefined;
  /** The id that the record had before the server lost it: it is to have it again (X58). */
  wasId?: string | undefined;
  /** The server's receipt for it, which it believes (TM-5). */
  receipt?: string | undefined;
  /**
   * When its content was saved, by the server's clock as this device knew it, and the server's own last word before
   * that (TM-2). Absent when none had come.
   */
  saved?: Saved | undefined;
  /** The entry whose content this one replaces, made when that one may have been sent already (OB-13). */
  revises?: string | undefined;
  /** Ids of refused entries that this one replaces; references to them resolve to this entry. */
  formerly?: string[] | undefined;
  /** Submitted more than once, so it can no longer be taken back alone. */
  again?: boolean | undefined;
  bills: Bill[];
  /** The very text of the request's body, once it may have been sent. */
  frozen?: string | undefined;
  refusal?: Refusal | undefined;
  answer?: unknown;
  sentAt?: number | undefined;
  /**
   * Set on what this build cannot open: made by a newer version, or sealed with another key. It is shown, and left
   * alone.
   */
  unreadable?: 'newer' | 'damaged' | undefined;
}

/** A change as the screens make it. */
export interface NewEntry {
  /** The key, when the form minted it with its draft: submitted again, in any tab, it is the same entry (X35). */
  id?: string;
  endpoint: EndpointName;
  url: string;
  method: string;
  body: Record<string, unknown> | object;
  ifMatch?: number;
  base?: unknown;
  record: EntryRecord;
  face: Face;
  followUp?: FollowUp;
  after?: string;
  /** It is sent after `HOLD_MS` at the earliest, so that it may be taken back. */
  held?: boolean;
  /** The draft it was made from, or the place of it; removed once the entry has been read back. */
  draft?: string | DraftRef;
}

/** A bill with its bytes; without bytes (in `revise`) one of the entry's own, kept. */
export interface BillInput {
  localId: string;
  bytes?: ArrayBuffer;
  /**
   * SHA-256 of the bytes, hex, when they were hashed as they were captured; what is read back from the disk must have
   * it.
   */
  hash?: string;
  name: string;
  type: string;
}

/** Ids say nothing to who reads them, but a person's address does, and these keys stand in the clear (ID-1). */
const unnamed = (id: string): string => (id.includes('@') ? opaque(id) : id);

/** The records an entry is about, as keys; entries that share one are sent in order (OB-8). */
export function recordKeys(entry: Pick<Entry, 'id' | 'record' | 'unreadable'>): string[] {
  if (entry.unreadable) return entry.record['keys'] as string[];
  const { kind, id, ids, from } = entry.record;
  const keys = [`new:${entry.id}`];
  if (from !== undefined) keys.push(`new:${from}`);
  for (const each of [...(id === undefined ? [] : [id]), ...(ids ?? [])]) keys.push(`${kind}:${unnamed(each)}`);
  return keys;
}
