import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { erasePerson, planErasure } from '#contract/calls/retention.ts';
import type { PersonErasure } from '#contract/retention.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { Failure, Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Retention.module.css';
import { kindText } from './words.ts';

/** What goes now of somebody who left, what stays and until when, and erasing it (RET-8). */
export function ErasePerson({ personId, name }: { personId: string; name: string }): ReactElement {
  const query = useQuery({ ...readOptions(planErasure, { parts: { id: personId } }), staleTime: 0 });
  return (
    <Box title="Erasing">
      <Loaded query={query} what="What would be erased">
        {({ data }) => <Plan personId={personId} name={name} plan={data} />}
      </Loaded>
    </Box>
  );
}

function Plan({ personId, name, plan }: { personId: string; name: string; plan: PersonErasure }): ReactElement {
  const [asking, setAsking] = useState(false);
  const { busy, refused, failure, run } = useOnlineCall(erasePerson);
  const erase = async (): Promise<void> => {
    setAsking(false);
    const at = { parts: { id: personId }, body: { seen: plan.seen } };
    if (await run([personId, plan.seen], (key) => call(erasePerson, { ...at, key })))
      toast.success(`What may go of ${name} is erased.`);
  };
  return (
    <>
      <p className={styles.name}>What goes now</p>
      {plan.goes.length === 0 ? (
        <p className={styles.soft}>Nothing: all that may go is gone.</p>
      ) : (
        <ul className={styles.list} aria-label="What goes now">
          {plan.goes.map(({ kind, rows }) => (
            <li key={kind}>{`${kind === 'LOG' ? 'What the log says of the account' : kindText(kind)}: ${rows}`}</li>
          ))}
        </ul>
      )}
      <p className={styles.name}>What stays</p>
      <ul className={styles.list} aria-label="What stays">
        {plan.stays.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      {plan.refusal === null ? null : <Notice tone="wait">{plan.refusal}</Notice>}
      <Failure text={failure} />
      {plan.refusal === null && plan.goes.length > 0 ? (
        <div>
          <Action look="danger" aria-haspopup="dialog" busy={busy} refused={refused} onClick={() => setAsking(true)}>
            Erase
          </Action>
        </div>
      ) : null}
      {asking ? (
        <Question
          title={`Erase this of ${name}?`}
          text="It cannot be brought back. That it was erased, by whom and how much stands in the audit log."
          yes="Erase"
          onNo={() => setAsking(false)}
          onYes={() => void erase()}
        />
      ) : null}
    </>
  );
}
