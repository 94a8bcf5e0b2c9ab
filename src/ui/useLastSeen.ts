import { useState } from 'react';

/**
 * What is there under this name, or, once it has gone, what was there last: null as soon as another name is asked for.
 * `seen` keeps its identity from one rendering to the next (`useMemo`).
 */
export function useLastSeen<Value>(name: string, seen: Value | undefined): Value | null {
  const [last, setLast] = useState<{ name: string; value: Value } | null>(null);
  if (seen !== undefined) {
    if (last?.name !== name || last.value !== seen) setLast({ name, value: seen });
    return seen;
  }
  return last?.name === name ? last.value : null;
}
