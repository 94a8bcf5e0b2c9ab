import type { ReactElement } from 'react';
import type { Trip } from '#contract/trip.ts';
import { useSession } from '#data/session.ts';
import { DecisionDialog } from '#list/decision/DecisionDialog.tsx';
import type { ActionDialogProps } from '#list/definition.ts';
import { notifyWhenSaved } from '#list/savedNotice.ts';
import { adminTripKind } from './kind.ts';
import { tripAdminDecision } from './decision.ts';

const ALONE = { at: 0, of: 1, previous: null, next: null };

/** Approves or rejects a travel request, or says why that cannot be. Tickets that still wait here go first. */
export function DecideTrip({ row, entry, walk = ALONE, onClose }: ActionDialogProps<Trip>): ReactElement {
  const { email, timeZone } = useSession();
  const verdict = tripAdminDecision.can(row, email);
  const waits = entry !== undefined && !adminTripKind.edits.includes(entry.endpoint);
  const why = waits
    ? `Your decision waits to be sent: ${entry.face.note ?? ''}. You can take it back on the card.`
    : verdict.ok
      ? undefined
      : verdict.message;
  return (
    <DecisionDialog
      kind={adminTripKind}
      def={tripAdminDecision}
      row={row}
      email={email}
      timeZone={timeZone}
      readOnly={why}
      walk={walk}
      onClose={onClose}
      onDecided={(made) => {
        notifyWhenSaved(made.id);
        onClose();
      }}
    />
  );
}
