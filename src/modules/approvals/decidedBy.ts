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
import { adminTripKind, tripAdminDecision, tripKind, tripManagerDecision } from '#modules/trip/index.ts';
import type { Decided } from '#list/decision/command.ts';
import type { DecisionDef } from '#list/decision/definition.ts';

/** What is made of a record, its kind and the decision on it, whichever they are. */
type Use = <Row>(kind: Decided<Row>, def: DecisionDef<Row>, row: Row) => ReactElement;
const decided =
  <Row>(kind: Decided<Row>, def: DecisionDef<Row>, row: Row) =>
  (use: Use): ReactElement =>
    use(kind, def, row);

/** How a record of its kind is decided in the capacity in which it waits. */
export function decidedBy(any: PendingRecord): (use: Use) => ReactElement {
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
