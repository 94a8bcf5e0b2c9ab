import { useEffect, useRef } from 'react';
import { toast } from './toast.ts';

/**
 * Says what went wrong, once until it has gone well again, however often it is tried meanwhile. `problem` is null while
 * nothing has failed.
 */
export function useToastOnce(problem: string | null, wentWell: boolean): void {
  const said = useRef(false);
  useEffect(() => {
    if (problem !== null && !said.current) {
      said.current = true;
      toast.error(problem);
    }
    if (wentWell) said.current = false;
  }, [problem, wentWell]);
}
