import type { ReactElement, ReactNode } from 'react';
import './tokens.css';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Tag.module.css';

export type Tone = 'plain' | 'good' | 'bad' | 'wait' | 'info';

/** A status in words; the colour only repeats them. */
export function Tag({
  tone = 'plain',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: IconName;
  children: ReactNode;
}): ReactElement {
  return (
    <span className={tone === 'plain' ? styles.tag : `${styles.tag} ${styles[tone]}`}>
      {icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </span>
  );
}
