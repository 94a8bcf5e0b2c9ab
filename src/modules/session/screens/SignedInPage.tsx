import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { listUserSessions } from '#contract/calls/sessions.ts';
import { MESSAGES } from '#contract/error.ts';
import { useRenderTime } from '#data/clock.ts';
import { messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { asOfText } from '#ui/moments.ts';
import { Notice } from '#ui/Notice.tsx';
import { HeldOnMe } from '../signedIn/HeldOnMe.tsx';
import { SessionCard } from '../signedIn/SessionCard.tsx';
import styles from '../signedIn/SignedIn.module.css';
import { SignOutElsewhere } from '../signedIn/SignOutElsewhere.tsx';

/** Where one is signed in, and the way out of there (SES-43). */
export function SignedInPage(): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  const now = useRenderTime();
  const query = useQuery(readOptions(listUserSessions));
  const rows = query.data?.data;
  return (
    <div className={styles.page}>
      {query.isError && (rows === undefined || online) ? (
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
          {`This could not be ${rows ? 'refreshed' : 'loaded'}. ${messageOf(query.error)}`}
        </Notice>
      ) : null}
      {rows === undefined ? (
        query.isError ? null : (
          <div className={styles.skeleton} role="status" aria-label="Loading" />
        )
      ) : (
        <>
          <div className={styles.top}>
            <p className={styles.soft} role="status">
              {online ? '' : asOfText(query.dataUpdatedAt, now, timeZone)}
            </p>
            {rows.some(({ current }) => !current) ? <SignOutElsewhere /> : null}
          </div>
          <ul className={styles.cards}>
            {rows.map((row) => (
              <SessionCard key={row.sessionId} row={row} />
            ))}
          </ul>
          {query.data?.more === true ? <p className={styles.soft}>{MESSAGES.more}</p> : null}
        </>
      )}
      <HeldOnMe />
    </div>
  );
}
