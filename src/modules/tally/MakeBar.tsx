import type { ReactElement } from 'react';
import { formatRupees } from '#domain/money.ts';
import { counted } from '#domain/tallyWords.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';
import { AllBox, type Choosing } from '#ui/Table.tsx';
import styles from './Bar.module.css';
import { NEEDS_NETWORK } from './useTally.ts';

export interface MakeBarProps {
  choosing: Choosing;
  /** The table has a box for all rows in its head. */
  room: boolean;
  /** Of the chosen, rupees. */
  amount: number;
  /** Claims that the filters select, on all pages, and the most that one batch takes. */
  total: number;
  most: number;
  everything: boolean;
  onEverything: (everything: boolean) => void;
  online: boolean;
  busy: boolean;
  onMake: () => void;
}

/** How many are chosen and what they add up to, and the button that makes a batch of them. */
export function MakeBar({
  choosing,
  room,
  amount,
  total,
  most,
  everything,
  onEverything,
  online,
  busy,
  onMake,
}: MakeBarProps): ReactElement {
  const { chosen, of } = choosing;
  const page = of.length > 0 && chosen.length === of.length;
  const more = page && total > of.length;
  return (
    <div className={styles.bar} data-chosen={chosen.length > 0 ? '' : undefined}>
      {room ? null : <AllBox choosing={choosing} label="Whole page" />}
      <p className={styles.sum} role="status">
        {chosen.length === 0 ? (
          'Nothing selected'
        ) : everything ? (
          <strong>{`All ${counted(total, 'claim')} selected`}</strong>
        ) : (
          <>
            <strong>{`${counted(chosen.length, 'claim')} selected`}</strong>
            {` · ${formatRupees(amount)}`}
          </>
        )}
      </p>
      {more && !everything && total <= most ? (
        <Action small look="quiet" onClick={() => onEverything(true)}>{`Select all ${counted(total)}`}</Action>
      ) : null}
      {more && !everything && total > most ? (
        <p
          className={styles.note}
        >{`One batch takes at most ${counted(most, 'claim')}: narrow the filters to take all of them at once.`}</p>
      ) : null}
      {everything ? (
        <Action small look="quiet" onClick={() => onEverything(false)}>
          Only this page
        </Action>
      ) : null}
      <div
        className={chosen.length > 0 ? `${styles.buttons} ${styles.pinned}` : styles.buttons}
        data-pinned={chosen.length > 0 ? 'bar' : undefined}
      >
        <Action
          look="primary"
          busy={busy}
          refused={online ? undefined : NEEDS_NETWORK}
          onClick={() => (online ? onMake() : toast.hint(NEEDS_NETWORK))}
        >
          Make batch
        </Action>
      </div>
    </div>
  );
}
