import type { ReactElement } from 'react';
import { statusColour, statusLabel } from '#domain/status.ts';
import { Tag, type Tone } from '#ui/Tag.tsx';
import styles from './Card.module.css';

const TONES: Record<ReturnType<typeof statusColour>, Tone> = {
  yellow: 'wait',
  green: 'good',
  red: 'bad',
  gray: 'plain',
};

export interface StatusTag {
  /** Whose: 'Manager'. */
  by: string;
  status: string;
  on?: 'managerExpenseCard';
}

/** Statuses in words: 'Manager: Approved'. */
export function StatusTags({ tags }: { tags: readonly StatusTag[] }): ReactElement {
  return (
    <div className={styles.tags}>
      {tags.map(({ by, status, on }) => (
        <Tag key={by} tone={TONES[statusColour(status)]}>{`${by}: ${statusLabel(status, on)}`}</Tag>
      ))}
    </div>
  );
}
