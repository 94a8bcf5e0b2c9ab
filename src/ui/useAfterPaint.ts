import { startTransition, useEffect, useState } from 'react';

/**
 * False until the component has been painted once, when `defer` says so: what is heavy may come a moment after its
 * frame.
 */
export function useAfterPaint(defer: boolean): boolean {
  const [painted, setPainted] = useState(!defer);
  useEffect(() => {
    if (painted) return;
    // After the next frame, not in it.
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [painted]);
  return painted;
}
