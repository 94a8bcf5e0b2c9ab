import type { ReactElement } from 'react';
import type { TallyBatch, TallyStatus } from '#contract/tally.ts';
import { periodText, tallyStatusColour, tallyStatusLabel } from '#domain/tallyWords.ts';
import styles from './Tally.module.css';
import { Tag, type Tone } from '#ui/Tag.tsx';

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

const TONES: Readonly<Record<ReturnType<typeof tallyStatusColour>, Tone>> = {
  gray: 'plain',
  blue: 'info',
  green: 'good',
  red: 'bad',
};

/** How far a batch or a voucher has come, in words. */
export const StatusTag = ({ status }: { status: TallyStatus }): ReactElement => (
  <Tag tone={TONES[tallyStatusColour(status)]}>{tallyStatusLabel(status)}</Tag>
);
