import * as z from 'zod/mini';
import type { EndpointName } from '#contract/endpoints.ts';
import { opaque } from '#storage/opaque.ts';
import type { DraftRef } from './draftRows.ts';

/**
 * One change a person made, as it is stored until the server has judged it. Shapes carry a version: an older one is
 * lifted on reading, a newer one is left alone (OB-11). Unknown fields are kept.
 */
export const ENTRY_VERSION = 1;

export const STATES = ['waiting', 'uploading', 'sending', 'signIn', 'needsYou', 'done'] as const;
export type EntryState = (typeof STATES)[number];

const bill = z.looseObject({
  localId: z.string(),
  /** SHA-256 of the bytes at capture, in hex. */
  hash: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  /** Set when the server has the bytes (OB-6). */
  fingerPrint: z.optional(z.string()),
  /** Address of its upload in parts, once begun: whoever sends it next goes on there (UPL-5). */
  uploadUrl: z.optional(z.string()),
  /** The phone cannot read it any more: the owner is asked for this bill alone (X29). */
  lost: z.optional(z.boolean()),
});

const refusal = z.looseObject({
  status: z.number(),
  code: z.string(),
  /** The server's sentence. */
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  /** The record as it stands on the server, when it has moved on (OB-10). */
  current: z.optional(z.unknown()),
  /** localId of the bill it is about. */
  bill: z.optional(z.string()),
});
export type Refusal = z.infer<typeof refusal>;

/** What is sealed. */
const content = z.looseObject({
  owner: z.string(),
  createdAt: z.number(),
  attempts: z.number(),
  maybeSent: z.boolean(),
  retryFrom: z.number(),
  serverErrors: z.number(),
  troubleAt: z.number(),
  filesGone: z.number(),
  yields: z.optional(z.number()),
  walled: z.optional(z.number()),
  endpoint: z.string(),
  url: z.string(),
  method: z.string(),
  body: z.record(z.string(), z.unknown()),
  ifMatch: z.optional(z.number()),
  madeOn: z.optional(z.number()),
  base: z.optional(z.unknown()),
  record: z.looseObject({
    kind: z.string(),
    id: z.optional(z.string()),
    ids: z.optional(z.array(z.string())),
    from: z.optional(z.string()),
  }),
  face: z.looseObject({
    title: z.string(),
    amount: z.optional(z.number()),
    day: z.optional(z.string()),
    remarks: z.optional(z.string()),
    note: z.optional(z.string()),
  }),
  followUp: z.optional(z.looseObject({ endpoint: z.string(), url: z.string(), method: z.string() })),
  after: z.optional(z.string()),
  revises: z.optional(z.string()),
  wasId: z.optional(z.string()),
  formerly: z.optional(z.array(z.string())),
  receipt: z.optional(z.string()),
  saved: z.optional(z.looseObject({ at: z.number(), heard: z.string() })),
  again: z.optional(z.boolean()),
  bills: z.array(bill),
  frozen: z.optional(z.string()),
  refusal: z.optional(refusal),
  answer: z.optional(z.unknown()),
  sentAt: z.optional(z.number()),
});

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
  hash: string;
  name: string;
  type: string;
  size: number;
  fingerPrint?: string | undefined;
  uploadUrl?: string | undefined;
  lost?: boolean | undefined;
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
  /** How often somebody on the way refused it while our server answered everything else. */
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
  /** Ids of refused entries whose place it has taken: whoever still knows one of those means this one. */
  formerly?: string[] | undefined;
  /** Submitted more than once: whoever made it can no longer take it back by itself. */
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

/** Lifts the content of version `v` to the next one; one function per released version, never removed (V1). */
const LIFTS: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>> = {};

export interface Header {
  v: number;
  id: string;
  seq: number;
  state: string;
  retryAt: number;
  keys: string[];
  lease?: Lease | undefined;
}

/** The entry from its header and opened content; null when it is none that this build knows. */
export function entryFrom(header: Header, opened: unknown): Entry | null {
  let value = opened as Record<string, unknown>;
  for (let v = header.v; v < ENTRY_VERSION; v += 1) value = LIFTS[v]?.(value) ?? value;
  const parsed = content.safeParse(value);
  if (!parsed.success || !(STATES as readonly string[]).includes(header.state)) return null;
  const { id, seq, retryAt, lease } = header;
  return {
    ...(parsed.data as unknown as Entry),
    v: ENTRY_VERSION,
    id,
    seq,
    state: header.state as EntryState,
    retryAt,
    ...(lease && { lease }),
  };
}

/** What of an entry is sealed: all but its header. */
export function contentOf(entry: Entry): Record<string, unknown> {
  const {
    v: _v,
    id: _id,
    seq: _seq,
    state: _state,
    retryAt: _retryAt,
    lease: _lease,
    unreadable: _unreadable,
    ...rest
  } = entry;
  return rest;
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
