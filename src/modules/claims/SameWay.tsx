import type { ReactElement } from 'react';
import { otherConveyance, sameWayText, type Ride } from '#domain/sameWay.ts';
import { useOwnRides } from './ownBills.ts';
import { FilingNote } from './PolicyNote.tsx';

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
  return other ? <FilingNote>{sameWayText(other)}</FilingNote> : null;
}
