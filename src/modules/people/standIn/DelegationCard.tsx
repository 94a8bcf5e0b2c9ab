import { Link } from '@tanstack/react-router';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { endDelegation } from '#contract/calls/delegations.ts';
import type { Delegation } from '#contract/delegation.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { refreshRoles, useSession } from '#data/session.ts';
import { dayOf, formatDay } from '#domain/dates.ts';
import { Action } from '#ui/Action.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Question } from '#ui/Question.tsx';
import { Tag } from '#ui/Tag.tsx';
import { toast } from '#ui/toast.ts';
import { sharedSearch } from '#ui/sharedSearch.ts';
import styles from './StandIn.module.css';
import { counts, daysOf, endQuestion, STATES } from './words.ts';

/** One stand-in, as the manager (`given`) or as the stand-in sees it, with what can be done. */
export function DelegationCard({ row, given }: { row: Delegation; given: boolean }): ReactElement {
  const { email, timeZone } = useSession();
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const other = given ? row.standIn : row.manager;
  const state = STATES[row.state];
  const question = endQuestion(row, given);

  const end = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    setFailure(undefined);
    try {
      await once(`${email} end ${row.delegationId}`, (key) =>
        call(endDelegation, { parts: { id: row.delegationId }, ifMatch: row.version, key }),
      );
      toast.success(row.state === 'planned' ? 'Called off.' : 'Ended.');
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
      // Also after a refusal: it was ended elsewhere, and the list does not say so yet.
      void invalidate(client, endDelegation);
      void refreshRoles().catch(() => undefined);
    }
  };
  return (
    <li
      className={styles.card}
      aria-label={`${other.name}, ${daysOf(row, timeZone)}`}
      data-past={counts(row) ? undefined : ''}
    >
      <p className={styles.who}>
        {other.name}
        <span>{other.email}</span>
      </p>
      <Tag tone={state.tone}>{state.text}</Tag>
      <p className={styles.days}>{daysOf(row, timeZone)}</p>
      {row.setBy === row.manager.name ? null : <p className={styles.soft}>{`Set by ${row.setBy}`}</p>}
      {row.endedAt === null ? null : (
        <p
          className={styles.soft}
        >{`Ended by ${row.endedBy ?? 'an admin'} on ${formatDay(dayOf(row.endedAt, timeZone))}`}</p>
      )}
      {row.mayEnd ? (
        <div className={styles.actions}>
          {!given && row.state === 'running' ? (
            <Link
              to="/approve-travel-request"
              search={sharedSearch({ findByEmail: row.manager.email })}
              className={styles.lead}
            >{`Open the queue of ${row.manager.name}`}</Link>
          ) : null}
          <Action
            small
            look="soft"
            busy={busy}
            refused={online ? undefined : NEEDS_NETWORK}
            aria-label={`${question.yes}: ${other.name}`}
            aria-haspopup="dialog"
            onClick={() => (online ? setAsking(true) : toast.hint(NEEDS_NETWORK))}
          >
            {question.yes}
          </Action>
        </div>
      ) : null}
      {failure === undefined ? null : (
        <div className={styles.days}>
          <Notice tone="bad" icon="warning" role="alert">
            {failure}
          </Notice>
        </div>
      )}
      {asking ? <Question {...question} onNo={() => setAsking(false)} onYes={() => void end()} /> : null}
    </li>
  );
}
