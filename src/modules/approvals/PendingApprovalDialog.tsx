import type { ReactElement } from 'react';
import type { PendingRecord } from '#contract/record.ts';
import { conveyanceFinanceDecision, conveyanceKind, conveyanceManagerDecision } from '#modules/conveyance/index.ts';
import {
  localExpenseFinanceDecision,
  localExpenseKind,
  localExpenseManagerDecision,
} from '#modules/localExpense/index.ts';
import {
  travelExpenseFinanceDecision,
  travelExpenseKind,
  travelExpenseManagerDecision,
} from '#modules/travelExpense/index.ts';
import {
  adminTripKind,
  SettleCancellation,
  tripAdminDecision,
  tripKind,
  tripManagerDecision,
} from '#modules/trip/index.ts';
import { useSession } from '#data/session.ts';
import { DecisionDialog, type DecisionDialogProps } from '#list/decision/DecisionDialog.tsx';
import type { OpenDialogProps } from '#list/definition.ts';

const ALONE = { at: 0, of: 1, previous: null, next: null };

/** A dialog for which record, kind and decision are chosen. */
type Dialog = (around: Omit<DecisionDialogProps<never>, 'kind' | 'def' | 'row'>) => ReactElement;
const decided =
  <Row,>(kind: DecisionDialogProps<Row>['kind'], def: DecisionDialogProps<Row>['def'], row: Row): Dialog =>
  (around) => <DecisionDialog kind={kind} def={def} row={row} {...around} />;

/** How a record of its kind is decided in the capacity in which it waits. */
function dialogOf(any: PendingRecord): Dialog {
  switch (any.kind) {
    case 'localExpense':
      return decided(
        localExpenseKind,
        any.as === 'finance' ? localExpenseFinanceDecision : localExpenseManagerDecision,
        any.record,
      );
    case 'travelExpense':
      return decided(
        travelExpenseKind,
        any.as === 'finance' ? travelExpenseFinanceDecision : travelExpenseManagerDecision,
        any.record,
      );
    case 'conveyance':
      return decided(
        conveyanceKind,
        any.as === 'finance' ? conveyanceFinanceDecision : conveyanceManagerDecision,
        any.record,
      );
    case 'trip':
      return any.as === 'admin'
        ? decided(adminTripKind, tripAdminDecision, any.record)
        : decided(tripKind, tripManagerDecision, any.record);
  }
}

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
  return dialogOf(row)({
    email,
    timeZone,
    readOnly: why,
    walk,
    arrivedAt,
    onClose,
    onDecided: onDecided ?? onClose,
  });
}
