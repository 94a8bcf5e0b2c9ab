import type { ReactElement, ReactNode } from 'react';
import { useProgress } from '#data/progress.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { CardThumb } from '#files/CardThumb.tsx';
import { ofQueued } from '#files/source.ts';
import type { Bill, Entry } from '#outbox/entry.ts';
import { Icon } from '#ui/Icon.tsx';
import { Tag, type Tone } from '#ui/Tag.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import { ItemActions } from './ItemActions.tsx';
import styles from './Outbox.module.css';
import { progressOf, sentId, textsOfEntry } from './entryTexts.ts';

/** A small picture of a bill on this device, or a sign with its name. Bytes of what is sent are no longer here. */
function BillThumb({ entryId, bill, sent }: { entryId: string; bill: Bill; sent: boolean }): ReactElement {
  return (
    <li className={styles.bill} title={bill.name}>
      {sent || bill.lost || !bill.type.startsWith('image/') || bill.type === 'image/heic' ? (
        <Icon name={bill.lost ? 'warning' : 'file'} />
      ) : (
        <CardThumb source={ofQueued(entryId, bill)} />
      )}
      <span>{bill.lost ? `${bill.name}: attach it again` : bill.name}</span>
    </li>
  );
}

const TONES: Record<Entry['state'], Tone> = {
  waiting: 'wait',
  uploading: 'info',
  sending: 'info',
  signIn: 'wait',
  needsYou: 'bad',
  done: 'good',
};

/** One change: its face, what happened, what happens next, and what can be done. */
export function OutboxItem({
  entry,
  online,
  now,
  actions,
}: {
  entry: Entry;
  online: boolean;
  now: number;
  /** In place of what its signed-in owner can do; then nothing is sent by itself. */
  actions?: ReactNode;
}): ReactElement {
  const { face, bills, state } = entry;
  const underWay = useProgress(entry.id);
  const words = textsOfEntry(entry, {
    online,
    now,
    thing: deviceWord(),
    progress: underWay,
    asked: actions !== undefined,
  });
  const progress = progressOf(entry);
  const id = sentId(entry);
  return (
    <li className={styles.item} aria-label={face.title}>
      <div className={styles.line}>
        <strong>{face.title}</strong>
        {face.amount === undefined ? null : <span className={styles.amount}>{formatRupees(face.amount)}</span>}
      </div>
      <div className={styles.line}>
        <span className={styles.soft}>
          {[face.day && formatDay(face.day), entry.unreadable ? undefined : face.note, id].filter(Boolean).join(' · ')}
        </span>
        <Tag tone={entry.unreadable === 'damaged' ? 'bad' : TONES[state]}>{words.badge}</Tag>
      </div>
      {face.remarks ? <p className={styles.soft}>{face.remarks}</p> : null}
      {bills.length > 0 ? (
        <ul className={styles.bills} aria-label="Bills">
          {bills.map((bill) => (
            <BillThumb key={bill.localId} entryId={entry.id} bill={bill} sent={state === 'done'} />
          ))}
        </ul>
      ) : null}
      <p className={state === 'needsYou' ? styles.bad : styles.words}>{words.text}</p>
      {state === 'uploading' || state === 'sending' ? (
        <progress
          className={styles.progress}
          max={progress.of}
          value={progress.done + (state === 'sending' ? 0.5 : underWay ? underWay.sent / underWay.of : 0.2)}
          aria-label="Sending"
        />
      ) : null}
      {actions === undefined ? <ItemActions entry={entry} /> : actions}
    </li>
  );
}
