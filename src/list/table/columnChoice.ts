import { useCallback, useState } from 'react';
import { KEYS, readLocal, writeLocal } from '#data/local.ts';

/** Which columns of a list are hidden on this device, by the list's name. */
function known(): Record<string, unknown> {
  const kept = readLocal(KEYS.columns);
  return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
}

function hiddenOf(list: string): string[] {
  const kept = known()[list];
  return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
}

/** The hidden columns of a list, and the way to choose others; the device remembers them (FIN-16). */
export function useHiddenColumns(
  list: string,
): [hidden: readonly string[], choose: (hidden: readonly string[]) => void] {
  const [hidden, setHidden] = useState<readonly string[]>(() => hiddenOf(list));
  const choose = useCallback(
    (next: readonly string[]): void => {
      setHidden(next);
      writeLocal(KEYS.columns, { ...known(), [list]: next });
    },
    [list],
  );
  return [hidden, choose];
}
