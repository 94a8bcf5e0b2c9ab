import { useMemo, type ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { revise, submit } from '#data/submit.ts';
import type { CreateDialogProps } from '#list/definition.ts';
import { RAISE_TITLE, createCommand } from './command.ts';
import { TripForm } from './TripForm.tsx';
import { EMPTY, valuesOf } from './values.ts';

/** A new travel request, or one that still waits in the outbox. */
export function NewTrip({ entry, onClose }: CreateDialogProps): ReactElement {
  const { timeZone, email } = useSession();
  const place = entry ? `${RAISE_TITLE}/entry/${entry.id}` : `${RAISE_TITLE}/new`;
  const start = useMemo(() => (entry ? valuesOf(entry.body as Partial<Trip>, timeZone) : EMPTY), [entry, timeZone]);
  return (
    <TripForm
      title={RAISE_TITLE}
      mode="create"
      draftKey={place}
      start={start}
      {...(entry && { entry })}
      store={(input, draft) => {
        const command = createCommand(input, { timeZone, email, draft });
        return entry ? revise(entry.id, command) : submit(command);
      }}
      onClose={onClose}
    />
  );
}
