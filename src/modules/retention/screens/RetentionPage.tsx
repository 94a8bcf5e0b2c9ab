import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { getRetention, planRetention } from '#contract/calls/retention.ts';
import type { ErasureReport } from '#contract/retention.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded, Together } from '#list/Loaded.tsx';
import { Box } from '#ui/Box.tsx';
import { momentText } from '#ui/moments.ts';
import { DryRun } from '../DryRun.tsx';
import { HoldById } from '../HoldById.tsx';
import { HoldRows } from '../HoldRows.tsx';
import { Periods } from '../Periods.tsx';
import styles from '../Retention.module.css';
import { kindText, weightText } from '../words.ts';

/** How long data is kept, what goes, what is held, and what was erased (RET-7). */
export function RetentionPage(): ReactElement {
  const query = useQuery(readOptions(getRetention));
  const plan = useQuery({ ...readOptions(planRetention), staleTime: 0 });
  return (
    <div className={styles.page}>
      <Together queries={[query, plan]}>
        <Loaded query={query} what="Retention">
          {({ data }) => (
            <>
              <DryRun state={data} />
              <Periods key={data.version} state={data} />
              <Box title="Legal holds">
                {data.holds.length === 0 ? (
                  <p className={styles.soft}>Nobody and nothing is held. A person is held on their page.</p>
                ) : (
                  <HoldRows holds={data.holds} named />
                )}
                <HoldById />
              </Box>
              <Box title="What was erased">
                {data.reports.length === 0 ? (
                  <p className={styles.soft}>Nothing yet.</p>
                ) : (
                  <ul className={styles.rows}>
                    {data.reports.map((report) => (
                      <Report key={report.erasureId} report={report} />
                    ))}
                  </ul>
                )}
              </Box>
            </>
          )}
        </Loaded>
      </Together>
    </div>
  );
}

function Report({ report }: { report: ErasureReport }): ReactElement {
  const { timeZone } = useSession();
  const { by, about, kinds, endedAt, startedAt } = report;
  const who = about === null ? 'Past its period' : `${about}, on request`;
  return (
    <li>
      <p className={styles.name}>{`${momentText(startedAt, timeZone)} · ${who}`}</p>
      <p className={styles.soft}>
        {`${by === null ? 'By the daily job' : `By ${by}`}${endedAt === null ? '. Not finished: it goes on' : ''}`}
      </p>
      <ul className={styles.list}>
        {kinds.map((each) => (
          <li key={each.kind}>{`${kindText(each.kind)}: ${weightText(each)}`}</li>
        ))}
      </ul>
    </li>
  );
}
