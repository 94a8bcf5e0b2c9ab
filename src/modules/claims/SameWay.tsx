import type { ReactElement } from 'react';
import { otherConveyance, sameWayText, type Ride } from '#domain/sameWay.ts';
import { Notice } from '#ui/Notice.tsx';
import { useOwnRides } from './ownBills.ts';

export interface SameWayProps {
  ride: Omit<Ride, 'paise'>;
  /** What the claim itself is known by. */
  self: readonly string[];
}

/**
 * Whether the way of this claim may be on another claim of this person, as far as this device knows, before it is
 * submitted (DOC-25). Nothing is refused.
 */
export function SameWay({ ride, self }: SameWayProps): ReactElement | null {
  const others = useOwnRides(self);
  const other = others && otherConveyance({ ...ride, paise: 0 }, others);
  if (!other) return null;
  return (
    <Notice tone="wait" icon="warning" role="status">
      {`${sameWayText(other)} You may still file it; whoever decides is told.`}
    </Notice>
  );
}
