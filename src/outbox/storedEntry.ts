import * as z from 'zod/mini';
import { STATES, type Entry, type EntryState, type Lease } from './entry.ts';

/**
 * How an entry lies in the database: a header in the clear and its sealed content. Shapes carry a version: an older one
 * is lifted on reading, a newer one is left alone (OB-11). Unknown fields are kept.
 */
export const ENTRY_VERSION = 1;

const bill = z.looseObject({
  localId: z.string(),
  hash: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  fingerPrint: z.optional(z.string()),
  uploadUrl: z.optional(z.string()),
  lost: z.optional(z.boolean()),
});

const refusal = z.looseObject({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  current: z.optional(z.unknown()),
  bill: z.optional(z.string()),
});
/** What is sealed. */
const content = z.looseObject({
  owner: z.string(),
  createdAt: z.number(),
  attempts: z.number(),
  maybeSent: z.boolean(),
  retryFrom: z.number(),
  heldUntil: z.optional(z.number()),
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

/** Upgrades the content of version `v` to the next one; one function per released version, never removed (V1). */
const UPGRADES: Readonly<Record<number, (old: Record<string, unknown>) => Record<string, unknown>>> = {};

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
  for (let v = header.v; v < ENTRY_VERSION; v += 1) value = UPGRADES[v]?.(value) ?? value;
  const parsed = content.safeParse(value);
  if (!parsed.success || !(STATES as readonly string[]).includes(header.state)) return null;
  const { id, seq, retryAt, lease } = header;
  return {
    ...parsed.data,
    v: ENTRY_VERSION,
    id,
    seq,
    state: header.state as EntryState,
    retryAt,
    ...(lease && { lease }),
  } as Entry;
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
