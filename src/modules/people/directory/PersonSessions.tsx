import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endPersonSessions, listPersonSessions } from '#contract/calls/sessions.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import { call } from '#data/http.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate, readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Directory.module.css';
import { usePersonCall } from './usePersonCall.ts';

/** Where a person is signed in, and the way to end it all: a phone was lost, or is not theirs any more (SES-42). */
export function PersonSessions({ person }: { person: DirectoryPerson }): ReactElement {
  const { timeZone } = useSession();
  const online = useOnline();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const query = useQuery(readOptions(listPersonSessions, { parts: { id: person.personId } }));
  const { busy, failure, run } = usePersonCall(person);
  const end = async (): Promise<void> => {
    setAsking(false);
    const done = await run('signed out', ({ parts, key }) => call(endPersonSessions, { parts, key }));
    if (done) toast.success(`${person.name} is signed out.`);
    void invalidate(client, endPersonSessions);
  };
  return (
    <Loaded query={query} what="Where they are signed in">
      {({ data }) =>
        data.length === 0 ? (
          <p className={styles.soft}>Nowhere.</p>
        ) : (
          <>
            <ul className={styles.reports} aria-label="Sessions">
              {data.map(({ sessionId, device, way, lastUsedAt, current }) => (
                <li key={sessionId}>
                  {current ? `${device}, this device` : device}
                  <span className={styles.under}>
                    {[way, `last used ${momentText(lastUsedAt, timeZone)}`].filter(Boolean).join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            {data.some(({ current }) => !current) ? (
              <div>
                <Action
                  small
                  busy={busy}
                  aria-haspopup="dialog"
                  refused={online ? undefined : NEEDS_NETWORK}
                  onClick={() => (online ? setAsking(true) : toast.hint(NEEDS_NETWORK))}
                >
                  Sign out everywhere
                </Action>
              </div>
            ) : null}
            {failure === undefined ? null : (
              <Notice tone="bad" icon="warning" role="alert">
                {failure}
              </Notice>
            )}
            {asking ? (
              <Question
                title={`Sign ${person.name} out?`}
                text="They have to sign in again on every device. What is not sent yet stays there until they do."
                yes="Sign out"
                onNo={() => setAsking(false)}
                onYes={() => void end()}
              />
            ) : null}
          </>
        )
      }
    </Loaded>
  );
}
