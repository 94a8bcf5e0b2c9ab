import { KEYS, readLocal } from './local.ts';

/** A small fact as whichever page wrote it last has left it (src/data/bootCache.ts). The caller validates its shape. */
export function factLeft(fact: string): unknown {
  const kept = readLocal(KEYS.facts) as {
    clientState?: { queries?: { queryKey?: unknown[]; state?: { data?: unknown } }[] };
  } | null;
  return kept?.clientState?.queries?.find?.(({ queryKey }) => queryKey?.[0] === fact)?.state?.data;
}
