import { dayOf, formatDay, timeOfDay } from '#domain/dates.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { NoteKind, Notification } from '#contract/notification.ts';
import { now } from '#data/clock.ts';
import { markRead } from '#data/notifications.ts';
import { formatRupees } from '#domain/money.ts';
import { noteAddress, noteDetail, noteTitle } from '#domain/notification.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import styles from './Notifications.module.css';

/** '10:42' of today, else '12-11-2026', in the organisation's time zone. */
function whenText(at: number, now: number, timeZone: string): string {
  const day = dayOf(at, timeZone);
  return day === dayOf(now, timeZone) ? timeOfDay(at, timeZone) : formatDay(day);
}

const LOOKS: readonly (readonly [RegExp, IconName, string | undefined])[] = [
  [/^to/, 'clock', styles.wait],
  [/Rejected$|^noShow$|Refused$/, 'close', styles.bad],
  [/^asked|^answered/, 'question', styles.info],
  [/./, 'check', styles.good],
];
const lookOf = (kind: NoteKind) => LOOKS.find(([pattern]) => pattern.test(kind)) ?? LOOKS[3];

/** One notification: opens what it is about, and is read by that. */
export function NotificationItem({ row, timeZone }: { row: Notification; timeZone: string }): ReactElement {
  const client = useQueryClient();
  const [, icon = 'check', tone] = lookOf(row.kind) ?? [];
  const detail = noteDetail(row, formatRupees);
  const open = (): void => {
    if (row.readAt === null) void markRead(client, row.notificationId).catch(() => undefined);
  };
  return (
    <li className={styles.item} data-unread={row.readAt === null ? '' : undefined}>
      <Link to={noteAddress(row)} className={styles.link} onClick={open}>
        <span className={`${styles.sign} ${tone ?? ''}`}>
          <Icon name={icon} size={18} />
        </span>
        <span className={styles.text}>
          <span className={styles.title}>
            {row.readAt === null ? <span className="k-spoken">Unread: </span> : null}
            {noteTitle(row)}
          </span>
          {detail === '' ? null : <span className={styles.soft}>{row.count > 1 ? `Last: ${detail}` : detail}</span>}
        </span>
        <time className={styles.when} dateTime={new Date(row.at).toISOString()}>
          {whenText(row.at, now(), timeZone)}
        </time>
      </Link>
    </li>
  );
}
