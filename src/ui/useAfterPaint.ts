import { createContext, startTransition, use, useEffect, useState } from 'react';
import { afterPaint } from './afterPaint.ts';

/** True for what comes after such a frame already. */
export const PaintedContext = createContext(false);

/**
 * False until the component has been painted once, when `defer` says so: what is heavy may come a moment after its
 * frame.
 */
export function useAfterPaint(defer: boolean): boolean {
  const follows = use(PaintedContext);
  const [painted, setPainted] = useState(follows || !defer);
  useEffect(() => (painted ? undefined : afterPaint(() => startTransition(() => setPainted(true)))), [painted]);
  return painted;
}
