import { useEffect, useState } from 'react';
import { room } from '#storage/durability.ts';

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
