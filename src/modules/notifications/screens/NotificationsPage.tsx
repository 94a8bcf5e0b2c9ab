import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { listNotifications } from '#contract/calls/notifications.ts';
import { PAGE_SIZE } from '#contract/limits.ts';
import { useRenderTime } from '#data/clock.ts';
import { messageOf } from '#data/errors.ts';
import { markAllRead } from '#data/notifications.ts';
import { useOnline } from '#data/online.ts';
import { listOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { asOfText } from '#ui/moments.ts';
import { Empty, Notice } from '#ui/Notice.tsx';
import { Pager } from '#ui/Pager.tsx';
import { toast } from '#ui/toast.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import { NotificationItem } from '../NotificationItem.tsx';
import { NotificationSettings } from '../NotificationSettings.tsx';
import styles from '../Notifications.module.css';

/** What one was told, newest first, and how one wants to be told (NOTE-8). */
export function NotificationsPage(): ReactElement {
  const { page = 0 } = useSearch({ strict: false }) as { page?: number };
  const navigate = useNavigate();
  const client = useQueryClient();
  const online = useOnline();
  const { timeZone } = useSession();
  const now = useRenderTime();
  const [marking, setMarking] = useState(false);
  const query = useQuery({
    ...listOptions(listNotifications, { list: { pageSize: PAGE_SIZE, pageNumber: page } }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows;
  const unread = rows?.some(({ readAt }) => readAt === null) ?? false;
  const readAll = (): void => {
    setMarking(true);
    markAllRead(client, Math.max(...(rows ?? []).map(({ at }) => at)))
      .catch((error: unknown) => toast.error(messageOf(error)))
      .finally(() => setMarking(false));
  };
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <p className={styles.soft}>
          {query.data && (!online || query.data.from !== 'network') ? asOfText(query.data.asOf, now, timeZone) : ''}
        </p>
        <Action
          small
          icon="check"
          look="quiet"
          busy={marking}
          disabled={!unread}
          {...(!online && { refused: 'Needs a network' })}
          onClick={() => (online ? readAll() : undefined)}
        >
          Mark all as read
        </Action>
      </div>
      {query.isError && (online || rows === undefined) ? (
        <Notice
          tone="bad"
          icon="cloudOff"
          role="alert"
          actions={
            <Action small icon="retry" onClick={() => void query.refetch()}>
              Try again
            </Action>
          }
        >
          {`The notifications could not be ${rows ? 'refreshed' : 'loaded'}. ${messageOf(query.error)}`}
        </Notice>
      ) : null}
      {rows === undefined ? (
        query.isError ? null : (
          <Waiting />
        )
      ) : rows.length === 0 ? (
        <Empty
          title="Nothing yet"
          hint="When something needs your decision, or one of your requests is decided, it appears here."
        />
      ) : (
        <ul className={styles.list}>
          {rows.map((row) => (
            <NotificationItem key={row.notificationId} row={row} timeZone={timeZone} />
          ))}
        </ul>
      )}
      {query.data && query.data.total > PAGE_SIZE ? (
        <Pager
          page={page}
          pageSize={PAGE_SIZE}
          total={query.data.total}
          onPage={(next) => void navigate({ to: '.', search: sharedSearch({ page: next }), resetScroll: true })}
        />
      ) : null}
      <NotificationSettings />
    </div>
  );
}

function Waiting(): ReactElement {
  return (
    <div className={styles.list} role="status" aria-label="Loading">
      {[0, 1, 2, 3].map((n) => (
        <div key={n} className={styles.skeleton} />
      ))}
    </div>
  );
}
