import type { ReactElement } from 'react';
import type { AnyRecord } from '#contract/record.ts';
import { useSession } from '#data/session.ts';
import { Details, ReadFacts } from '#modules/claims/index.ts';
import { Icon, type IconName } from '#ui/Icon.tsx';
import { recordDetails } from './details.ts';
import { stagesOf, type Stage } from './progress.ts';
import styles from './Record.module.css';

const SIGNS: Record<Stage['state'], IconName | null> = {
  approved: 'check',
  done: 'check',
  rejected: 'close',
  pending: 'clock',
  noShow: 'close',
  notInitiated: null,
  later: null,
};

/** Everything the record says, beside the way it has come. */
export function RecordDetails({ record }: { record: AnyRecord }): ReactElement {
  const { timeZone } = useSession();
  return (
    <div className={styles.columns}>
      <section className={styles.box}>
        <h2>What it is</h2>
        <Details items={recordDetails(record, timeZone)} />
        {record.kind === 'localExpense' || record.kind === 'travelExpense' ? <ReadFacts row={record.record} /> : null}
      </section>
      <section className={styles.box}>
        <h2>How it stands</h2>
        <ol className={styles.stages}>
          {stagesOf(record, timeZone).map(({ name, state, word, facts, remarks }) => {
            const sign = SIGNS[state];
            return (
              <li key={name} className={styles.stage}>
                <span className={styles.dot} data-state={state} aria-hidden="true">
                  {sign ? <Icon name={sign} size={14} /> : null}
                </span>
                <div className={styles.stageText}>
                  <p>
                    <strong>{name}</strong>
                    {`: ${word}`}
                  </p>
                  {facts.length > 0 ? <p className={styles.soft}>{facts.join(' · ')}</p> : null}
                  {remarks ? <p className={styles.said}>{remarks}</p> : null}
                </div>
              </li>
            );
          })}
        </ol>
      </section>
    </div>
  );
}
