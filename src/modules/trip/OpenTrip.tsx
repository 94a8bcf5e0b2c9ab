import type { ReactElement } from 'react';
import { updateTrip } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { tripCan } from '#domain/trip.ts';
import type { OpenDialogProps } from '#list/definition.ts';
import { TripForm } from './TripForm.tsx';
import { ViewTrip } from './ViewTrip.tsx';

/** A travel request of one's own: to change while the admin has not decided, else to look at. */
export function OpenTrip({ row, entry, readOnly, onClose }: OpenDialogProps<Trip>): ReactElement {
  const verdict = tripCan.edit(row);
  if (readOnly || !verdict.ok)
    return <ViewTrip row={row} reason={readOnly || verdict.ok ? undefined : verdict.message} onClose={onClose} />;
  return <TripForm row={row} entry={entry?.endpoint === updateTrip.name ? entry : undefined} onClose={onClose} />;
}
