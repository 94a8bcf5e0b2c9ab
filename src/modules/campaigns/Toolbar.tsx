import { useNavigate } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { Action } from '#ui/Action.tsx';
import styles from './Campaigns.module.css';

/** The way back to campaign management, and what can be done here: always in reach. */
export function Toolbar({ children }: { children?: ReactNode }): ReactElement {
  const navigate = useNavigate();
  return (
    <div className={styles.toolbar} data-pinned={children ? 'bar' : undefined}>
      <Action icon="back" onClick={() => void navigate({ href: '/campaignManagement' })}>
        Back
      </Action>
      <div className={styles.tools}>{children}</div>
    </div>
  );
}
