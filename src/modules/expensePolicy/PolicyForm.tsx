import { useState, type ReactElement } from 'react';
import { POLICY_AHEAD_DAYS } from '#contract/limits.ts';
import type { Policies, PolicyVersion } from '#contract/policy.ts';
import { useToday } from '#data/clock.ts';
import { useOnline } from '#data/online.ts';
import { useSession } from '#data/session.ts';
import { addDays, addMonths, firstOfMonth } from '#domain/dates.ts';
import { policyOn, SPECIFICATION } from '#domain/policyVersions.ts';
import type { PolicyInput } from '#domain/policyParsing.ts';
import { plainDrafts, RecordForm, valuesFrom } from '#modules/claims/index.ts';
import { Notice } from '#ui/Notice.tsx';
import { PolicyFields } from './PolicyFields.tsx';
import { Preview } from './Preview.tsx';
import { useSavePolicy } from './useSavePolicy.ts';
import { parseValues, valuesOf, type PolicyValues } from './values.ts';

const drafts = plainDrafts(valuesFrom(valuesOf(SPECIFICATION, '')));

/** Changes the policy from a day on, or a version that is to come (POL-8). What is typed is kept. */
export function PolicyForm({
  known,
  base,
  onClose,
}: {
  known: Policies;
  base?: PolicyVersion | undefined;
  onClose: () => void;
}): ReactElement {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const online = useOnline();
  const [start] = useState(() => {
    if (base) return valuesOf(base.policy, base.effectiveFrom);
    const next = addMonths(firstOfMonth(today), 1);
    return valuesOf(policyOn(known.versions, next), next);
  });
  const save = useSavePolicy(known, base);
  const parse = (values: PolicyValues) => parseValues(values, { today, timeZone });
  return (
    <RecordForm<PolicyValues, PolicyInput>
      title={base ? 'Change the version' : 'Change from a date'}
      mode={base ? 'edit' : 'create'}
      submitWord="Save"
      draftKey={`policy/${base?.policyId ?? 'new'}`}
      drafts={drafts}
      start={start}
      parse={parse}
      notSaved="The policy is NOT saved; the form keeps what you typed."
      notices={
        online ? undefined : (
          <Notice tone="wait" icon="cloudOff" role="status">
            This needs a connection. What you type is kept until you are online.
          </Notice>
        )
      }
      store={(_, input) => save(input)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <PolicyFields form={form} today={today} latest={addDays(today, POLICY_AHEAD_DAYS)} />
          <Preview control={form.control} parse={parse} />
        </>
      )}
    </RecordForm>
  );
}
