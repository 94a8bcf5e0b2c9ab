import { createElement, type ReactElement } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import type { Submission } from '#data/submit.ts';
import type { Verdict } from '#domain/verdict.ts';
import type { ActionDialogProps, RecordDefinition, RowAction } from '#list/definition.ts';
import { lazyPart } from '#ui/lazyPart.tsx';

/** How a claim of one kind is withdrawn by its owner (LOC-25, TRV-4). */
export interface Withdrawal<Row> {
  kind: Pick<RecordDefinition<Row>, 'name' | 'idOf' | 'versionOf' | 'faceOf'>;
  endpoint: Endpoint;
  can: (row: Row) => Verdict;
}

/** Shown in the outbox beside the claim's face. */
const NOTE = 'Withdraw';
const WITHDRAWN = 'Claim withdrawn.';

/** Withdraws a claim as it was seen (OB-10). */
export function withdrawCommand<Row>({ kind, endpoint }: Withdrawal<Row>, row: Row): Submission {
  const id = kind.idOf(row);
  return {
    endpoint,
    query: { id },
    body: {},
    ifMatch: kind.versionOf(row),
    base: row,
    record: { kind: kind.name, id },
    face: { ...kind.faceOf(row), note: NOTE, success: WITHDRAWN },
  };
}

/**
 * The button on a card, while the rule allows; it asks first. A claim that has not been sent is discarded instead, by
 * the buttons of what waits.
 */
export function withdrawAction<Row>(withdrawal: Withdrawal<Row>): RowAction<Row> {
  return {
    name: 'withdraw',
    label: 'Withdraw',
    offered: (row) => withdrawal.can(row).ok,
    sentOnly: true,
    makes: [withdrawal.endpoint.name as EndpointName],
    Dialog: lazyPart<ActionDialogProps<Row>>(async () => {
      const { WithdrawDialog } = await import('./WithdrawDialog.tsx');
      return function WithdrawThis(props: ActionDialogProps<Row>): ReactElement {
        return createElement(WithdrawDialog<Row>, { ...props, withdrawal });
      };
    }),
  };
}
