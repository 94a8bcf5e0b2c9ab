import { useEffect, useState } from 'react';
import { storageRisk } from '#data/storageRisk.ts';

/** What this browser may do to what waits in it (ST-2); null where nothing waits, or it is kept. */
export function useStorageRisk(waits: boolean): string | null {
  const [message, setSentence] = useState<string | null>(null);
  useEffect(() => {
    let there = true;
    if (waits) void storageRisk().then((found) => there && setSentence(found));
    return () => {
      there = false;
    };
  }, [waits]);
  return waits ? message : null;
}
