import type { ReactElement } from 'react';
import type { TravelExpense } from '#contract/expense.ts';
import { formatRupees } from '#domain/money.ts';
import { travelExpenseCan } from '#domain/travelExpense.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import type { OpenDialog } from '#list/definition.ts';
import type { Item } from '#list/items.ts';
import { EntryActions } from '#list/EntryActions.tsx';
import { Action } from '#ui/Action.tsx';
import { approvedTexts, cardStyles as card, ClaimOutcome } from '#modules/claims/index.ts';
import { travelWithdrawal } from './command.ts';
import { travelExpenseKind, typeLabel } from './kind.ts';
import styles from './TravelTrip.module.css';

export interface TravelExpenseItemProps {
  item: Item<TravelExpense>;
  timeZone: string;
  readOnly: boolean;
  openDialog: OpenDialog;
}

/** A claim among those of its day. */
export function TravelExpenseItem({ item, timeZone, readOnly, openDialog }: TravelExpenseItemProps): ReactElement {
  const { row, entry, real } = item;
  const id = row.expenseId;
  const mine = real && !entry && !readOnly;
  const editable = mine && travelExpenseCan.edit(row).ok;
  const approved = approvedTexts(row);
  return (
    <li
      className={styles.claim}
      aria-label={id}
      data-waiting={entry ? '' : undefined}
      data-over={row.withdrawn ? '' : undefined}
    >
      <div className={card.top}>
        <p className={card.title}>{typeLabel(row)}</p>
        <span className={card.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      {row.remarks ? <p className={card.line}>{row.remarks}</p> : null}
      {approved.length > 0 ? (
        <div className={card.line}>
          {approved.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </div>
      ) : null}
      <ClaimOutcome claim={row} timeZone={timeZone} waiting={!real} />
      <div className={card.row}>
        <BillButtons sources={travelExpenseKind.bills(row)} of={id} />
        {editable ? (
          <Action
            small
            look="soft"
            aria-label={`Edit ${id}`}
            aria-haspopup="dialog"
            onClick={() => openDialog('open', id)}
          >
            Edit
          </Action>
        ) : null}
        {real && !entry && !editable ? (
          <Action
            small
            look="soft"
            aria-label={`View ${id}`}
            aria-haspopup="dialog"
            onClick={() => openDialog('open', id)}
          >
            View
          </Action>
        ) : null}
        {mine && travelExpenseCan.withdraw(row).ok ? (
          <Action
            small
            look="soft"
            aria-label={`Withdraw ${id}`}
            aria-haspopup="dialog"
            onClick={() => openDialog('open', id, 'withdraw')}
          >
            Withdraw
          </Action>
        ) : null}
      </div>
      {entry ? (
        <EntryActions
          entry={entry}
          noun={travelExpenseKind.noun}
          decision={entry.endpoint === travelWithdrawal.endpoint.name}
          readOnly={readOnly}
          onEdit={() => openDialog('edit', entry.id)}
        />
      ) : null}
    </li>
  );
}
