import type { ReactElement } from 'react';
import type { AuditRow } from '#contract/audit.ts';
import type { CardProps } from '#list/definition.ts';
import { cardStyles as styles } from '#modules/claims/index.ts';
import { momentText } from '#ui/moments.ts';
import { whoText } from './words.ts';

/** A row of the log in a few lines. */
export const AuditCard = ({ row, timeZone }: CardProps<AuditRow>): ReactElement => (
  <>
    <div className={styles.top}>
      <p className={styles.title}>{row.title}</p>
      <span className={styles.aside}>{momentText(row.at, timeZone)}</span>
    </div>
    <p className={styles.line}>{whoText(row)}</p>
    <p className={styles.line} style={{ overflowWrap: 'anywhere' }}>{`${row.kind} · ${row.recordId}`}</p>
    {row.note === '' ? null : (
      <p className={styles.line} style={{ overflowWrap: 'anywhere' }}>
        {row.note}
      </p>
    )}
  </>
);
