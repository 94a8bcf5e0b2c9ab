import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { policyHistory } from '#contract/calls/policy.ts';
import type { Policies, PolicyVersion } from '#contract/policy.ts';
import { useToday } from '#data/clock.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { policiesOptions } from '#data/policies.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { formatDay } from '#domain/dates.ts';
import { FIRST_DAY, policyOn } from '#domain/policyVersions.ts';
import { Loaded } from '#list/Loaded.tsx';
import { HistoryRows } from '#modules/claims/index.ts';
import { recordStyles as styles } from '#modules/records/index.ts';
import { Action } from '#ui/Action.tsx';
import { Box } from '#ui/Box.tsx';
import { lazyPart } from '#ui/lazyPart.tsx';
import { ComingVersion } from '../ComingVersion.tsx';
import { PolicyDetails } from '../PolicyDetails.tsx';

const PolicyForm = lazyPart(async () => (await import('../PolicyForm.tsx')).PolicyForm);

/** The expense policy: in effect, to come, and who changed what (POL-8, POL-10). */
export function ExpensePolicyPage(): ReactElement {
  const query = useQuery(policiesOptions());
  return (
    <div className={styles.page}>
      <Loaded query={query} what="The policy">
        {({ data }) => <Whole known={data} />}
      </Loaded>
    </div>
  );
}

function Whole({ known }: { known: Policies }): ReactElement {
  const { timeZone } = useSession();
  const today = useToday(timeZone);
  const online = useOnline();
  const history = useQuery(readOptions(policyHistory));
  const [form, setForm] = useState<{ base?: PolicyVersion } | null>(null);
  const coming = known.versions.filter(({ effectiveFrom }) => effectiveFrom > today);
  const current = known.versions.findLast(({ effectiveFrom }) => effectiveFrom <= today);
  const since =
    current === undefined || current.effectiveFrom === FIRST_DAY
      ? 'From the beginning'
      : `Since ${formatDay(current.effectiveFrom)}`;
  return (
    <>
      <section className={styles.head} aria-label="The policy in effect">
        <div className={styles.what}>
          <div>
            <p className={styles.title}>The policy in effect</p>
            <p className={styles.soft}>{since}</p>
          </div>
        </div>
        <Action
          look="primary"
          aria-haspopup="dialog"
          refused={online ? undefined : NEEDS_NETWORK}
          onClick={() => setForm({})}
        >
          Change from a date
        </Action>
      </section>
      {coming.map((version, at) => (
        <ComingVersion
          key={version.policyId}
          known={known}
          version={version}
          before={coming[at - 1]?.policy ?? policyOn(known.versions, today)}
          onEdit={() => setForm({ base: version })}
        />
      ))}
      <Box title="What it says">
        <PolicyDetails policy={policyOn(known.versions, today)} />
      </Box>
      <Box title="History">
        <Loaded query={history} what="The history">
          {({ data }) =>
            data.length === 0 ? (
              <p className={styles.soft}>Nothing has been changed here yet.</p>
            ) : (
              <HistoryRows rows={data} timeZone={timeZone} />
            )
          }
        </Loaded>
      </Box>
      {form ? <PolicyForm known={known} base={form.base} onClose={() => setForm(null)} /> : null}
    </>
  );
}
