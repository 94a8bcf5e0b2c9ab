import * as z from 'zod/mini';
import type { Entry, Face } from './entry.ts';
import type { Header } from './storedEntry.ts';

/** Entries that this build cannot open: made by a newer version (OB-11), or sealed with a key that is gone (ID-3). */

const face = z.object({
  kind: z.string(),
  title: z.string(),
  amount: z.optional(z.number()),
  day: z.optional(z.string()),
  createdAt: z.number(),
});
/** What is said of such an entry: kept beside it under a key of its own (P5). */
export type KeptFace = z.infer<typeof face>;

export const keptFaceOf = ({ record, face: { title, amount, day }, createdAt }: Entry): KeptFace => ({
  kind: record.kind,
  title,
  createdAt,
  ...(amount !== undefined && { amount }),
  ...(day !== undefined && { day }),
});

/** Reads what was kept; null when it is none. */
export function keptFace(value: unknown): KeptFace | null {
  const parsed = face.safeParse(value);
  return parsed.success ? parsed.data : null;
}

const NEWER: Face = {
  title: 'Made by a newer version',
  note: 'Made by a newer version of this app. Reload to update; it is kept until then.',
};
const DAMAGED =
  'This phone has no key that opens it, so it cannot be sent. Save a copy for your administrator, or ' +
  'discard it and enter it again.';

/** How an entry that cannot be opened is listed: its place in the order is kept, and nothing of it is touched. */
export function unreadableEntry(
  header: Header,
  owner: string,
  why: 'newer' | 'damaged',
  kept: KeptFace | null = null,
): Entry {
  const { title = 'Cannot be opened', amount, day } = kept ?? {};
  const shown: Face =
    why === 'newer'
      ? NEWER
      : { title, note: DAMAGED, ...(amount !== undefined && { amount }), ...(day !== undefined && { day }) };
  return {
    v: header.v,
    id: header.id,
    seq: header.seq,
    state: header.state === 'done' ? 'done' : 'waiting',
    retryAt: header.retryAt,
    retryFrom: 0,
    owner,
    createdAt: kept?.createdAt ?? 0,
    attempts: 0,
    maybeSent: true,
    serverErrors: 0,
    troubleAt: 0,
    filesGone: 0,
    endpoint: 'uploadFile',
    url: '',
    method: '',
    body: {},
    record: { kind: kept?.kind ?? '', keys: header.keys },
    face: shown,
    bills: [],
    unreadable: why,
  };
}
