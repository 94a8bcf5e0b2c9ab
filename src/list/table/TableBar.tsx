import type { ReactElement, ReactNode } from 'react';
import type { Summary } from '#contract/paging.ts';
import { formatCount, formatRupees } from '#domain/money.ts';
import { Action } from '#ui/Action.tsx';
import type { SummaryLabels } from '../definition.ts';
import styles from './Bar.module.css';
import { KEY_HINTS } from './keys.ts';

/** The keys that a day's work needs, where the eye falls. */
export function KeyHints({ onHelp }: { onHelp: () => void }): ReactElement {
  return (
    <p className={styles.hints}>
      {KEY_HINTS.map(([key, does]) =>
        key === '?' ? (
          <button key={key} type="button" aria-label="Keyboard help" onClick={onHelp}>
            <kbd>{key}</kbd> {does}
          </button>
        ) : (
          <span key={key}>
            <kbd>{key}</kbd> {does}
          </span>
        ),
      )}
    </p>
  );
}

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

export interface TableBarProps {
  figures: ReactNode;
  columns: ReactNode;
  /** How many are selected; null: nothing is decided here. */
  selected: number | null;
  onDecide: (approve: boolean) => void;
}

/** Above a table: its figures, which columns it has, and the decision on all that are selected. */
export function TableBar({ figures, columns, selected, onDecide }: TableBarProps): ReactElement {
  return (
    <div className={styles.bar}>
      {figures}
      <div className={styles.tools}>
        {selected === null ? null : (
          <span className={styles.selected} role="status">{`Selected pending request (${selected})`}</span>
        )}
        {columns}
        {selected === null ? null : (
          <>
            <Action small look="danger" onClick={() => onDecide(false)}>
              Reject
            </Action>
            <Action small look="primary" onClick={() => onDecide(true)}>
              Approve
            </Action>
          </>
        )}
      </div>
    </div>
  );
}
