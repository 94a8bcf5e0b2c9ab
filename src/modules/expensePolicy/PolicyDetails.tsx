import type { ReactElement } from 'react';
import type { Policy } from '#contract/policy.ts';
import { policyLines } from '#domain/policyWords.ts';
import styles from './ExpensePolicy.module.css';

/** All that a policy says. */
export const PolicyDetails = ({ policy }: { policy: Policy }): ReactElement => (
  <dl className={styles.lines}>
    {policyLines(policy).flatMap(([label, text]) => [
      <dt key={`${label} name`}>{label}</dt>,
      <dd key={label}>{text}</dd>,
    ])}
  </dl>
);
