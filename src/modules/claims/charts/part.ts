import type { CSSProperties } from 'react';

/** How long a bar is, beside the longest; of something there is always a little to see. */
export const part = (amount: number, most: number): CSSProperties =>
  ({ '--part': `${most > 0 ? Math.max(amount > 0 ? 1 : 0, (amount / most) * 100) : 0}%` }) as CSSProperties;
