import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { planRetention, saveRetention } from '#contract/calls/retention.ts';
import type { Retention } from '#contract/retention.ts';
import { call } from '#data/http.ts';
import { readOptions } from '#data/query.ts';
import { formatDay } from '#domain/dates.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { Loaded } from '#list/Loaded.tsx';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { Failure } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import styles from './Retention.module.css';
import { goesText, kindText, staysText } from './words.ts';

/** What would be erased today, and the switch for who has looked at it (RET-4, RET-7). */
export function DryRun({ state }: { state: Retention }): ReactElement {
  const query = useQuery({ ...readOptions(planRetention), staleTime: 0 });
  const { busy, refused, failure, run } = useOnlineCall(saveRetention);
  const [asking, setAsking] = useState(false);
  const turn = async (enabled: boolean, seen?: string): Promise<void> => {
    setAsking(false);
    const { periods, version } = state;
    const at = { body: { periods, enabled, ...(seen !== undefined && { seen }) }, ifMatch: version };
    if (await run([version, enabled, seen], (key) => call(saveRetention, { ...at, key })))
      toast.success(enabled ? 'Every night erases what is past its period.' : 'Nothing is erased any more.');
  };
  return (
    <Box title="What goes" beside={<Tag tone={state.enabled ? 'good' : 'plain'}>{state.enabled ? 'On' : 'Off'}</Tag>}>
      <Loaded query={query} what="The dry run">
        {({ data }) => (
          <>
            <p className={styles.soft}>{`A dry run of ${formatDay(data.day)}: looking at it erases nothing.`}</p>
            <ul className={styles.rows}>
              {data.kinds.map((plan) => (
                <li key={plan.kind}>
                  <p className={styles.name}>{kindText(plan.kind)}</p>
                  <p className={styles.soft}>{`Goes: ${goesText(plan)}`}</p>
                  <p className={styles.soft}>{`Stays: ${staysText(plan)}`}</p>
                </li>
              ))}
            </ul>
            <Failure text={failure} />
            <div>
              {state.enabled ? (
                <Action busy={busy} refused={refused} onClick={() => void turn(false)}>
                  Switch off
                </Action>
              ) : (
                <Action
                  look="danger"
                  aria-haspopup="dialog"
                  busy={busy}
                  refused={refused}
                  onClick={() => setAsking(true)}
                >
                  Erase this every night
                </Action>
              )}
            </div>
            {asking ? (
              <Question
                title="Erase this every night?"
                text="What goes cannot be brought back. What was erased stands on this page and in the audit log."
                yes="Erase every night"
                onNo={() => setAsking(false)}
                onYes={() => void turn(true, data.seen)}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </Box>
  );
}
