import type { ReactElement } from 'react';
import { useDocument } from '#data/documents.ts';
import type { Bill } from '#outbox/entry.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Outbox.module.css';

/** A small picture of a bill on this device, or a sign with its name. Bytes of what is sent are no longer here. */
export function BillThumb({ entryId, bill, sent }: { entryId: string; bill: Bill; sent: boolean }): ReactElement {
  return (
    <li className={styles.bill} title={bill.name}>
      {sent || bill.lost || !bill.type.startsWith('image/') || bill.type === 'image/heic' ? (
        <Icon name={bill.lost ? 'warning' : 'file'} />
      ) : (
        <Picture entryId={entryId} bill={bill} />
      )}
      <span>{bill.lost ? `${bill.name}: attach it again` : bill.name}</span>
    </li>
  );
}

function Picture({ entryId, bill }: { entryId: string; bill: Bill }): ReactElement {
  const { url } = useDocument({ entryId, localId: bill.localId });
  return url === null ? <Icon name="photo" /> : <img src={url} alt="" width={40} height={40} />;
}
