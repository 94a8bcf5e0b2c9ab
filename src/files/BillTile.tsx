import { useState, type ReactElement } from 'react';
import { Action, IconAction } from '#ui/Action.tsx';
import { Icon } from '#ui/Icon.tsx';
import styles from './Bills.module.css';
import { sizeText, type FormBill } from './bill.ts';
import { useObjectUrl } from './useObjectUrl.ts';

/** A small picture of a bill, or a sign for its kind where the browser cannot draw it. */
function Thumb({ bill }: { bill: FormBill }): ReactElement {
  const picture = bill.type.startsWith('image/');
  const url = useObjectUrl(picture ? bill.bytes : undefined, bill.type);
  const [broken, setBroken] = useState(false);
  if (!url || broken) return <Icon name={picture ? 'photo' : 'file'} size={26} />;
  return <img src={url} alt="" decoding="async" onError={() => setBroken(true)} />;
}

export interface BillTileProps {
  bill: FormBill;
  number: number;
  disabled: boolean;
  onView: () => void;
  onRemove: () => void;
  onShrink: () => void;
  /** The photo as it was taken takes the place of the one that was made to fit. */
  onUseOriginal: (original: NonNullable<FormBill['original']>) => void;
}

function stateOf(bill: FormBill): string {
  if (bill.busy) return 'Reading…';
  if (bill.toFit) return 'Making it fit…';
  if (bill.refused) return bill.refused;
  return bill.fingerPrint ? `${sizeText(bill.size)} · attached` : `${sizeText(bill.size)} · ready`;
}

export function BillTile({
  bill,
  number,
  disabled,
  onView,
  onRemove,
  onShrink,
  onUseOriginal,
}: BillTileProps): ReactElement {
  const { original } = bill;
  const refused = bill.toFit ? undefined : bill.refused;
  return (
    <li className={styles.tile} data-refused={refused ? '' : undefined} aria-label={`Bill ${number}: ${bill.name}`}>
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
        <span className={styles.state} role={refused ? 'alert' : undefined}>
          {stateOf(bill)}
        </span>
      </div>
      {disabled ? <span /> : <IconAction icon="close" name={`Remove bill ${number}`} onClick={onRemove} />}
      {original && !disabled ? (
        <div className={styles.more}>
          <Action
            small
            look="quiet"
            aria-label={`Use the original of bill ${number}`}
            onClick={() => onUseOriginal(original)}
          >
            {`Use the original, ${sizeText(original.size)}`}
          </Action>
        </div>
      ) : null}
      {refused && bill.shrinkable ? (
        <div className={styles.more}>
          <Action small icon="photo" busy={bill.busy === true} onClick={onShrink}>
            Make it smaller
          </Action>
        </div>
      ) : null}
    </li>
  );
}
