import type { ReactElement } from 'react';
import { paidText } from '#domain/claim.ts';
import { Icon } from '#ui/Icon.tsx';
import styles from './Card.module.css';

/** When, how much and under which reference a claim was paid; nothing before (PAY-2). */
export function PaidLine({
  claim,
  timeZone,
}: {
  claim: Parameters<typeof paidText>[0];
  timeZone: string;
}): ReactElement | null {
  const text = paidText(claim, timeZone);
  return text === null ? null : (
    <p className={styles.paid}>
      <Icon name="check" size={18} />
      <span>{text}</span>
    </p>
  );
}
