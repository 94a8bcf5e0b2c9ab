import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { recordHistory } from '#contract/calls/records.ts';
import type { HistoryRow } from '#contract/record.ts';
import { readOptions } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { Loaded } from '#list/Loaded.tsx';
import { momentText } from '#ui/momentText.ts';
import styles from './Record.module.css';

/** What happened, newest first: when, who, what, and what it changed. */
export function RecordHistory({ id }: { id: string }): ReactElement {
  const { timeZone } = useSession();
  const query = useQuery(readOptions(recordHistory, { parts: { id } }));
  return (
    <Loaded query={query} what="The history">
      {({ data }) => (
        <ol className={styles.rows}>
          {data.map((row, index) => (
            <li key={`${row.at} ${index}`} className={styles.row}>
              <p>
                <strong>{row.what}</strong>
              </p>
              <p className={styles.soft}>{`${row.by}${row.onBehalfOf ? ` for ${row.onBehalfOf}` : ''} · ${momentText(row.at, timeZone)}`}</p>
              <Changes changes={row.changes} />
            </li>
          ))}
        </ol>
      )}
    </Loaded>
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
