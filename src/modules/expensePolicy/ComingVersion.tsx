import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { removePolicy } from '#contract/calls/policy.ts';
import type { Policies, Policy, PolicyVersion } from '#contract/policy.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { formatDay } from '#domain/dates.ts';
import { policyChanges } from '#domain/policyWords.ts';
import { recordStyles } from '#modules/records/index.ts';
import { Action } from '#ui/Action.tsx';
import { Question } from '#ui/Question.tsx';
import { toast } from '#ui/toast.ts';
import styles from './ExpensePolicy.module.css';

/** A version that is to come: what it changes of the one before it, and what can still be done with it. */
export function ComingVersion({
  known,
  version,
  before,
  onEdit,
}: {
  known: Policies;
  version: PolicyVersion;
  before: Policy;
  onEdit: () => void;
}): ReactElement {
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const changes = policyChanges(before, version.policy);
  const day = formatDay(version.effectiveFrom);
  const remove = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    try {
      await once(JSON.stringify(['policy', version.policyId, known.version, 'remove']), (key) =>
        call(removePolicy, { parts: { id: version.policyId }, ifMatch: known.version, key }),
      );
      toast.success(`The version of ${day} is removed.`);
    } catch (error) {
      toast.error(error instanceof Error ? error.message : '');
    } finally {
      setBusy(false);
      void invalidate(client, removePolicy);
    }
  };
  const why = online ? undefined : NEEDS_NETWORK;
  return (
    <section className={recordStyles.box} aria-label={`From ${day}`}>
      <h2>{`From ${day}`}</h2>
      {changes.length === 0 ? (
        <p className={styles.soft}>Nothing changes.</p>
      ) : (
        <dl className={styles.lines}>
          {changes.flatMap((change) => [
            <dt key={`${change.field} name`}>{change.field}</dt>,
            <dd key={change.field}>
              {change.before === null ? null : <del>{change.before}</del>}
              {change.before === null ? change.after : ` → ${change.after ?? 'none'}`}
            </dd>,
          ])}
        </dl>
      )}
      <div className={styles.actions}>
        <Action aria-haspopup="dialog" refused={why} onClick={onEdit}>
          Change
        </Action>
        <Action aria-haspopup="dialog" refused={why} busy={busy} onClick={() => setAsking(true)}>
          Remove
        </Action>
      </div>
      {asking ? (
        <Question
          title="Remove the version"
          text={`The version of ${day} is removed. The policy before it goes on.`}
          yes="Remove"
          onYes={() => void remove()}
          onNo={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}
