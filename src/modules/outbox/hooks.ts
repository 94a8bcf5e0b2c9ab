import { useEffect, useState } from 'react';
import { room } from '#storage/durability.ts';
import { storageRisk } from '#data/deviceNotices.ts';

const EVERY_MS = 5_000;

/** The time, for texts such as 'in 2 min'. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Whether this device is nearly full: said before saving fails (ST-1). */
export function useScarce(): boolean {
  const [scarce, setScarce] = useState(false);
  useEffect(() => {
    let there = true;
    void room().then((left) => there && setScarce(left?.scarce === true));
    return () => {
      there = false;
    };
  }, []);
  return scarce;
}

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
