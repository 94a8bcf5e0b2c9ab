import type { ReactElement } from 'react';
import { endUserSession } from '#contract/calls/sessions.ts';
import type { LivingSession } from '#contract/session.ts';
import { useSession } from '#data/session.ts';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import styles from './SignedIn.module.css';
import { useEnding } from './useEnding.ts';

/** One place where one is signed in, and the way out of it. */
export function SessionCard({ row }: { row: LivingSession }): ReactElement {
  const { timeZone } = useSession();
  const { asking, failure, button, question } = useEnding(endUserSession, row.sessionId, 'Signed out there.');
  const since = `Signed in ${momentText(row.signedInAt, timeZone)}`;
  return (
    <li className={styles.card} aria-label={`${row.device}, ${since.toLowerCase()}`}>
      <p className={styles.device}>{row.device}</p>
      {row.current ? <Tag tone="good">This device</Tag> : null}
      <p className={styles.when}>{`Last used ${momentText(row.lastUsedAt, timeZone)}`}</p>
      <p className={styles.when}>{row.way === null ? since : `${since} · ${row.way}`}</p>
      {row.current ? null : (
        <div>
          <Action small look="soft" aria-label={`Sign out there: ${row.device}`} {...button}>
            Sign out there
          </Action>
        </div>
      )}
      {failure === undefined ? null : (
        <div>
          <Notice tone="bad" icon="warning" role="alert">
            {failure}
          </Notice>
        </div>
      )}
      {asking ? (
        <Question
          title="Sign out there?"
          text={`${row.device} has to sign in again. What is not sent yet stays on that device.`}
          yes="Sign out there"
          {...question}
        />
      ) : null}
    </li>
  );
}
