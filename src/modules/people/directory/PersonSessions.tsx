import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endPersonSessions, listPersonSessions } from '#contract/calls/sessions.ts';
import type { DirectoryPerson } from '#contract/people.ts';
import type { LivingSession } from '#contract/session.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { momentText } from '#ui/moments.ts';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Directory.module.css';

function Places({ data, timeZone }: { data: readonly LivingSession[]; timeZone: string }): ReactElement {
  return (
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
  );
}

/**
 * Where a person is signed in, and the way to end it all: a phone was lost, or is not theirs any more (SES-42); of who
 * has left the link too by which they send what they saved before (ORG-41).
 */
export function PersonSessions({ person }: { person: DirectoryPerson }): ReactElement {
  const { timeZone } = useSession();
  const left = person.status === 'LEFT';
  const [asking, setAsking] = useState(false);
  const query = useQuery(readOptions(listPersonSessions, { parts: { id: person.personId } }));
  const { busy, refused, failure, run } = useOnlineCall(endPersonSessions);
  const end = async (): Promise<void> => {
    setAsking(false);
    const parts = { id: person.personId };
    if (await run(person.personId, (key) => call(endPersonSessions, { parts, key })))
      toast.success(left ? `${person.name} can send nothing any more.` : `${person.name} is signed out.`);
  };
  return (
    <Loaded query={query} what="Where they are signed in">
      {({ data }) => (
        <>
          {data.length === 0 ? <p className={styles.soft}>Nowhere.</p> : <Places data={data} timeZone={timeZone} />}
          {left || data.some(({ current }) => !current) ? (
            <div>
              <Action
                small
                busy={busy}
                aria-haspopup="dialog"
                refused={refused}
                onClick={() => (refused === undefined ? setAsking(true) : toast.hint(refused))}
              >
                {left ? 'End the link for who has left' : 'Sign out everywhere'}
              </Action>
            </div>
          ) : null}
          <Failure text={failure} />
          {asking ? (
            <Question
              title={left ? `End the link of ${person.name}?` : `Sign ${person.name} out?`}
              text={
                left
                  ? 'What they saved on a phone before they left, and have not sent yet, cannot be sent any more.'
                  : 'They have to sign in again on every device. What is not sent yet stays there until they do.'
              }
              yes={left ? 'End it' : 'Sign out'}
              onNo={() => setAsking(false)}
              onYes={() => void end()}
            />
          ) : null}
        </>
      )}
    </Loaded>
  );
}
