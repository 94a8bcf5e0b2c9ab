import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { SelectionBar, type SelectionBarProps } from './SelectionBar.tsx';

export interface BulkBarProps extends Omit<SelectionBarProps, 'label' | 'children'> {
  onDecide: (approve: boolean) => void;
}

/** Select all (MGR-16), and the two bulk buttons. */
export function BulkBar({ onDecide, ...selection }: BulkBarProps): ReactElement {
  return (
    <SelectionBar {...selection} label={`Selected pending request (${selection.selected})`}>
      <Action look="danger" onClick={() => onDecide(false)}>
        Reject
      </Action>
      <Action look="primary" onClick={() => onDecide(true)}>
        Approve
      </Action>
    </SelectionBar>
  );
}
