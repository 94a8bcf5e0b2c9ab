import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/**
 * False until the component has been painted once, when `defer` says so: what is heavy may come a moment after its
 * frame.
 */
export function useAfterPaint(defer: boolean): boolean {
  const [painted, setPainted] = useState(!defer);
  useEffect(() => (painted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}
