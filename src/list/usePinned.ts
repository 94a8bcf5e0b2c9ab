import { useRef } from 'react';
import type { Entry } from '#outbox/entry.ts';

/** The entries that have stood on top of this list since it was opened: a sent one keeps its place until then. */
export function usePinned(entries: readonly Entry[], address: string): ReadonlySet<string> {
  const kept = useRef<{ address: string; ids: Set<string> }>({ address, ids: new Set() });
  if (kept.current.address !== address) kept.current = { address, ids: new Set() };
  for (const entry of entries) if (entry.state !== 'done') kept.current.ids.add(entry.id);
  return kept.current.ids;
}
