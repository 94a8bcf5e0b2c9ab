import type { ReactElement } from 'react';
import type { HistoryRow } from '#contract/record.ts';
import { savedText } from '#domain/saved.ts';
import { momentText } from '#ui/moments.ts';
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
          <p
            className={styles.soft}
          >{`${row.by}${row.onBehalfOf ? ` for ${row.onBehalfOf}` : ''} · ${momentText(row.at, timeZone)}`}</p>
          <Times row={row} timeZone={timeZone} />
          <Changes changes={row.changes} />
        </li>
      ))}
    </ol>
  );
}

/**
 * Both times of what was saved on a phone before it arrived (TM-2), and of what a restored server was sent again
 * (TM-5).
 */
function Times({ row, timeZone }: { row: HistoryRow; timeZone: string }): ReactElement | null {
  const again = row.reachedAt === undefined ? '' : 'The server had lost it, and the phone sent it again.';
  const text = [
    savedText(row.savedAt, row.reachedAt ?? row.at, timeZone) ??
      (again && `Reached the server ${momentText(row.reachedAt ?? row.at, timeZone)}.`),
    again,
  ]
    .filter(Boolean)
    .join(' ');
  return text === '' ? null : <p className={styles.soft}>{text}</p>;
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
