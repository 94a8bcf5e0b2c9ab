import type { ReactElement } from 'react';
import type { Summary } from '#contract/paging.ts';
import { formatCount, formatRupees } from '#domain/money.ts';
import type { SummaryLabels } from '../definition.ts';
import styles from './Bar.module.css';

/** A figure that is a sum of rupees, and not a number of records. */
const isAmount = (key: string): boolean => key.endsWith('_AMOUNT');

/** The list's figures over everything that the filters select. Their place is kept while they come. */
export function SummaryStrip({
  labels,
  summary,
}: {
  labels: SummaryLabels;
  summary: Summary | undefined;
}): ReactElement {
  return (
    <dl className={styles.figures} aria-label="Summary">
      {(Object.keys(labels) as (keyof Summary)[]).map((key) => (
        <div key={key}>
          <dt>{labels[key]}</dt>
          <dd>
            {summary === undefined ? '–' : isAmount(key) ? formatRupees(summary[key]) : formatCount(summary[key])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
