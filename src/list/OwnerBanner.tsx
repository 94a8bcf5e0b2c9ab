import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useOnline } from '#data/online.ts';
import { Notice } from '#ui/Notice.tsx';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from './List.module.css';
import { nameAmong } from './owner.ts';

export interface OwnerBannerProps {
  /** Whose list it is. */
  email: string;
  rows: readonly unknown[];
  /** The manager in whose place one decides here; undefined: it is only looked at. */
  onBehalfOf?: string | undefined;
  /** A manager's queue and no person's own records. */
  queue: boolean;
}

/**
 * Says whose list is looked at, that nothing of it can be changed here, and leads back to one's own (ACC-17); to a
 * stand-in, in whose place it is that they decide (DEL-11).
 */
export function OwnerBanner({ email, onBehalfOf, rows, queue }: OwnerBannerProps): ReactElement {
  const online = useOnline();
  if (onBehalfOf !== undefined)
    return (
      <Notice tone="info" icon="eye">
        {`You stand in for ${onBehalfOf}: what you decide here is recorded as by you for ${onBehalfOf}.` +
          (online ? '' : ' Their queue is not kept on this device and needs a connection.')}
      </Notice>
    );
  const name = queue ? null : nameAmong(rows, email);
  const whose = name === null ? email : `${name} (${email})`;
  return (
    <Notice
      tone="info"
      icon="eye"
      actions={
        <Link to="." search={sharedSearch({})} className={styles.wayBack}>
          {queue ? 'Back to my own queue' : 'Back to my own list'}
        </Link>
      }
    >
      {`You are looking at the ${queue ? 'queue' : 'list'} of ${whose}. It is read-only` +
        (online ? ' and is not kept on this device.' : ', is not kept on this device, and needs a connection.')}
    </Notice>
  );
}
