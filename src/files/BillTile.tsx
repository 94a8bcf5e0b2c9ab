import type { ReactElement } from 'react';
import { Action, IconAction } from '#ui/Action.tsx';
import { sizeText, type FormBill } from './bill.ts';
import styles from './Bills.module.css';
import { Thumb } from './Thumb.tsx';

export interface BillTileProps {
  bill: FormBill;
  number: number;
  disabled: boolean;
  onView: () => void;
  onRemove: () => void;
  onShrink: () => void;
}

function stateOf(bill: FormBill): string {
  if (bill.busy) return 'Reading…';
  if (bill.refused) return bill.refused;
  return bill.fingerPrint ? `${sizeText(bill.size)} · attached` : `${sizeText(bill.size)} · ready`;
}

export function BillTile({ bill, number, disabled, onView, onRemove, onShrink }: BillTileProps): ReactElement {
  return (
    <li
      className={styles.tile}
      data-refused={bill.refused ? '' : undefined}
      aria-label={`Bill ${number}: ${bill.name}`}
    >
      <button
        type="button"
        className={styles.thumb}
        aria-label={`View bill ${number}`}
        disabled={!bill.bytes && !bill.fingerPrint}
        onClick={onView}
      >
        <Thumb bill={bill} />
      </button>
      <div style={{ minWidth: 0 }}>
        <span className={styles.name}>{bill.name}</span>
        <span className={styles.state} role={bill.refused ? 'alert' : undefined}>
          {stateOf(bill)}
        </span>
      </div>
      {disabled ? <span /> : <IconAction icon="close" name={`Remove bill ${number}`} onClick={onRemove} />}
      {bill.refused && bill.shrinkable ? (
        <div className={styles.more}>
          <Action small icon="photo" busy={bill.busy === true} onClick={onShrink}>
            Make it smaller
          </Action>
        </div>
      ) : null}
    </li>
  );
}
