import type { ReactElement } from 'react';
import type { PendingRecord } from '#contract/record.ts';
import { SettleCancellation } from '#modules/trip/index.ts';
import { useSession } from '#data/session.ts';
import { DecisionDialog } from '#list/decision/DecisionDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';
import { decidedBy } from './decidedBy.ts';

const ALONE = { at: 0, of: 1, previous: null, next: null };

/** Decides whatever waits, in the dialog of its own kind. */
export function PendingApprovalDialog({
  row,
  entry,
  readOnly,
  walk = ALONE,
  arrivedAt = 0,
  onClose,
  onDecided,
}: OpenDialogProps<PendingRecord>): ReactElement {
  const { email, timeZone } = useSession();
  if (row.kind === 'trip' && row.as === 'cancellation')
    return <SettleCancellation row={row.record} entry={entry} readOnly={readOnly} walk={walk} onClose={onClose} />;
  const why = entry
    ? `Your decision waits to be sent: ${entry.face.note ?? ''}. You can take it back on the card.`
    : undefined;
  return decidedBy(row)((kind, def, record) => (
    <DecisionDialog
      kind={kind}
      def={def}
      row={record}
      email={email}
      timeZone={timeZone}
      readOnly={why}
      walk={walk}
      arrivedAt={arrivedAt}
      onClose={onClose}
      onDecided={onDecided ?? onClose}
    />
  ));
}
