import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactElement } from 'react';
import { listNotifications } from '#contract/calls/notifications.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { useRenderTime } from '#data/clock.ts';
import { messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { listOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { asOfText } from '#ui/moments.ts';
import { NotificationItem } from './NotificationItem.tsx';
import styles from './Notifications.module.css';

/** More are a page of their own. */
const SHOWN = 8;

/** The newest of what one was told, under the bell; without a network what the device has (NOTE-17). */
export function BellList({ onLeave }: { onLeave: () => void }): ReactElement {
  const online = useOnline();
  const { timeZone } = useSession();
  const now = useRenderTime();
  const { data, error } = useQuery(listOptions(listNotifications, { list: { pageSize: PAGE_SIZE, pageNumber: 0 } }));
  const leaveByLink = ({ target }: MouseEvent): void => {
    if (target instanceof Element && target.closest('a')) onLeave();
  };
  const said = data
    ? data.rows.length === 0
      ? 'Nothing yet. When something needs your decision, or one of your requests is decided, it appears here.'
      : null
    : error
      ? `The notifications could not be loaded. ${messageOf(error)}`
      : 'Loading…';
  return (
    // The links inside do the work; this only hears that one of them was followed.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div onClick={leaveByLink}>
      {data && (!online || data.from !== 'network') ? (
        <p className={styles.bellNote}>{asOfText(data.asOf, now, timeZone)}</p>
      ) : null}
      {said === null ? null : (
        <p className={styles.bellNote} role="status">
          {said}
        </p>
      )}
      {data && data.rows.length > 0 ? (
        <ul className={styles.bellList}>
          {data.rows.slice(0, SHOWN).map((row) => (
            <NotificationItem key={row.notificationId} row={row} timeZone={timeZone} />
          ))}
        </ul>
      ) : null}
      <Link to="/notifications" className={styles.bellAll}>
        All notifications
      </Link>
    </div>
  );
}
