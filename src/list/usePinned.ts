import { useState } from 'react';
import type { Entry } from '#outbox/entry.ts';

const NONE: ReadonlySet<string> = new Set();

/** The entries that have stood on top of this list since it was opened: a sent one keeps its place until then. */
export function usePinned(entries: readonly Entry[], address: string): ReadonlySet<string> {
  const [kept, setKept] = useState({ address, ids: NONE });
  const before = kept.address === address ? kept.ids : NONE;
  const added = entries.filter(({ state, id }) => state !== 'done' && !before.has(id)).map(({ id }) => id);
  const ids = added.length > 0 ? new Set([...before, ...added]) : before;
  if (kept.address !== address || kept.ids !== ids) setKept({ address, ids });
  return ids;
}
