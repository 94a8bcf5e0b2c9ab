import type { ReactElement } from 'react';
import type { TallyBatch } from '#contract/tally.ts';
import { periodText } from '#domain/tallyWords.ts';
import styles from './Tally.module.css';

/** From when to when: two lines where there is little room, and never half a date. */
export const Period = ({ batch, timeZone }: { batch: TallyBatch; timeZone: string }): ReactElement => (
  <span className={styles.pair}>
    {periodText(batch, timeZone)
      .split(/(?<=to) /)
      .map((part) => (
        <span key={part} className={styles.whole}>{`${part} `}</span>
      ))}
  </span>
);
