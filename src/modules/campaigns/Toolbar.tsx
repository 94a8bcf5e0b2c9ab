import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Action } from '#ui/Action.tsx';
import { reachable } from '#ui/reachable.ts';
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

interface SideProps {
  busy?: boolean;
  /** Its heading is led to when this changes: what somebody asked for is there. */
  fresh?: unknown;
  children: ReactNode;
}

/** What the filters come to, beside them where there is room, else below. */
export function Side({ busy = false, fresh, children }: SideProps): ReactElement {
  const frame = useRef<HTMLDivElement>(null);
  // It is there with the first drawing.
  useEffect(() => reachable(frame.current), []);
  useEffect(() => {
    if (!fresh) return;
    const heading = frame.current?.querySelector('h2');
    heading?.focus({ preventScroll: true });
    // Beside the filters it is shown already.
    if (window.matchMedia('(min-width: 1100px)').matches) frame.current?.scrollTo?.({ top: 0 });
    else heading?.scrollIntoView({ block: 'start' });
  }, [fresh]);
  return (
    <div ref={frame} className={styles.side} aria-busy={busy || undefined}>
      {children}
    </div>
  );
}
