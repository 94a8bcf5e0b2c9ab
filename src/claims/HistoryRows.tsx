import type { ReactElement } from 'react';
import type { HistoryRow } from '#contract/record.ts';
import { momentText } from '#ui/momentText.ts';
import styles from './History.module.css';

/** What happened, newest first: when, who, what, and what it changed. */
export function HistoryRows({ rows, timeZone }: { rows: readonly HistoryRow[]; timeZone: string }): ReactElement {
  return (
    <ol className={styles.rows}>
      {rows.map((row, index) => (
        <li key={`${row.at} ${index}`} className={styles.row}>
          <p>
            <strong>{row.what}</strong>
          </p>
          <p className={styles.soft}>{`${row.by}${row.onBehalfOf ? ` for ${row.onBehalfOf}` : ''} · ${momentText(row.at, timeZone)}`}</p>
          <Changes changes={row.changes} />
        </li>
      ))}
    </ol>
  );
}

function Changes({ changes }: Pick<HistoryRow, 'changes'>): ReactElement | null {
  if (changes.length === 0) return null;
  return (
    <dl className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <div key={field} style={{ display: 'contents' }}>
          <dt>{field}</dt>
          <dd>
            {before === null ? null : <del>{before}</del>}
            {before === null ? after : ` → ${after ?? 'nothing'}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
