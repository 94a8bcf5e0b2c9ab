import { useMemo, type ReactElement } from 'react';
import { updateTrip } from '#contract/calls/trips.ts';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import { dayOf } from '#domain/dates.ts';
import { statusOf } from '#domain/status.ts';
import { tripCan } from '#domain/trip.ts';
import type { OpenDialogProps } from '#list/definition.ts';
import type { Entry } from '#outbox/entry.ts';
import { Notice } from '#ui/Notice.tsx';
import { EDIT_TITLE, updateCommand } from './command.ts';
import { TripForm } from './TripForm.tsx';
import { valuesOf } from './values.ts';
import { ViewTrip } from './ViewTrip.tsx';

/** A travel request of one's own: to change while the admin has not decided, else to look at. */
export function OpenTrip({ row, entry, readOnly, onClose }: OpenDialogProps<Trip>): ReactElement {
  const verdict = tripCan.edit(row);
  if (readOnly || !verdict.ok)
    return <ViewTrip row={row} reason={readOnly || verdict.ok ? undefined : verdict.message} onClose={onClose} />;
  return <EditTrip row={row} entry={entry?.endpoint === updateTrip.name ? entry : undefined} onClose={onClose} />;
}

/**
 * A change of it, or one that waits being changed again. When the record has moved on meanwhile, what it is now is
 * shown and taken as the base (OB-10).
 */
function EditTrip({ row, entry, onClose }: { row: Trip; entry: Entry | undefined; onClose: () => void }): ReactElement {
  const { timeZone } = useSession();
  const base = (entry?.refusal?.current as Trip | undefined) ?? (entry?.base as Trip | undefined) ?? row;
  const place = entry ? `${EDIT_TITLE}/entry/${entry.id}` : `${EDIT_TITLE}/${row.tripId}`;
  const start = useMemo(
    () => valuesOf((entry?.body as Partial<Trip> | undefined) ?? row, timeZone),
    [entry, row, timeZone],
  );
  const unchanged = useMemo(
    () => ({ startDay: dayOf(base.startDate, timeZone), endDay: dayOf(base.endDate, timeZone) }),
    [base, timeZone],
  );
  return (
    <TripForm
      title={EDIT_TITLE}
      mode="edit"
      draftKey={place}
      start={start}
      unchanged={unchanged}
      tripId={row.tripId}
      {...(entry && { entry })}
      notices={
        statusOf(row.managerApprovalStatus) === 'approved' ? (
          <Notice icon="warning" tone="wait">
            Your manager has approved this request. If you change more than the remarks, it has to be approved again.
          </Notice>
        ) : undefined
      }
      store={(input, draft) => {
        const command = updateCommand(base, input, { timeZone, draft });
        return entry ? revise(entry.id, command) : submit(command);
      }}
      onClose={onClose}
    />
  );
}
