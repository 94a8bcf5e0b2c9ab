import type { ReactElement } from 'react';
import type { AnswerSource } from '#data/query.ts';
import { asOfText } from '#ui/moments.ts';
import styles from './List.module.css';

export interface FreshnessProps {
  answer: { asOf: number; from: AnswerSource } | undefined;
  /** The server is being asked, and there is a network: what is shown is about to be replaced. */
  refreshing: boolean;
  timeZone: string;
  now: number;
}

/** How old what is shown may be. Its place is always there, so that nothing moves when it speaks. */
export function Freshness({ answer, refreshing, timeZone, now }: FreshnessProps): ReactElement {
  let text = '';
  if (answer?.from === 'device') text = 'From this device: may be incomplete';
  else if (answer?.from === 'stored' && !refreshing) text = asOfText(answer.asOf, now, timeZone);
  return (
    <p className={styles.status} style={{ margin: 0 }} role="status">
      {text}
    </p>
  );
}
