import { memo, type ReactElement } from 'react';
import { sizeText } from '#files/bill.ts';
import { CardThumb } from '#files/CardThumb.tsx';
import type { BillSource } from '#files/source.ts';
import { Icon } from '#ui/Icon.tsx';
import { momentText } from '#ui/moments.ts';
import styles from './Inbox.module.css';
import { SOURCE, type InboxItem } from './items.ts';

interface InboxRowProps {
  item: InboxItem;
  source: BillSource | undefined;
  timeZone: string;
  chosen: boolean;
  onChoose: (key: string, on: boolean) => void;
  onView: (key: string) => void;
}

/** A bill of the inbox: its picture, its name, where and when it came from, and the words that came with it. */
function Row({ item, source, timeZone, chosen, onChoose, onView }: InboxRowProps): ReactElement {
  const { key, share, bill } = item;
  const name = bill?.name ?? (share.text === '' ? 'Nothing of it could be kept' : 'Text');
  const facts = [SOURCE[share.source], momentText(share.at, timeZone), ...(bill?.size ? [sizeText(bill.size)] : [])];
  return (
    <li className={styles.row} aria-label={name} data-chosen={chosen ? '' : undefined}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          aria-label={`Choose ${name}`}
          checked={chosen}
          onChange={(event) => onChoose(key, event.currentTarget.checked)}
        />
        <span className={styles.words}>
          <strong>{name}</strong>
          <span className={styles.facts}>{facts.join(' · ')}</span>
          {share.text === '' ? null : <span className={styles.text}>{share.text}</span>}
          {share.leftOut.length === 0 ? null : (
            <span className={styles.facts}>{`Not kept: ${share.leftOut.map((each) => each.name).join(', ')}`}</span>
          )}
        </span>
      </label>
      {source ? (
        <button type="button" className={styles.view} aria-label={`View ${name}`} onClick={() => onView(key)}>
          <CardThumb source={source} />
        </button>
      ) : (
        <span className={styles.view}>
          <Icon name={share.text === '' ? 'warning' : 'edit'} />
        </span>
      )}
    </li>
  );
}

/** Drawn again only when something of its own has changed. */
export const InboxRow = memo(Row);
