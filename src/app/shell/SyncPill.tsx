import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useOutboxSummary } from '#data/entries.ts';
import type { OutboxSummary } from '#data/summary.ts';
import { NavIcon, type NavIconName } from './NavIcon.tsx';
import styles from './Shell.module.css';

function look(summary: OutboxSummary): { icon: NavIconName; tone: string | undefined } {
  if (summary.needsYou > 0) return { icon: 'needsYou', tone: styles.bad };
  if (summary.offline) return { icon: 'offline', tone: styles.wait };
  if (summary.sending > 0) return { icon: 'sending', tone: styles.info };
  return summary.total > 0 ? { icon: 'waiting', tone: styles.wait } : { icon: 'sent', tone: undefined };
}

/**
 * What is not sent yet, in three words; leads to the outbox. Until the outbox has been read it says nothing, in the
 * place of what it mostly says then.
 */
export function SyncPill(): ReactElement {
  const summary = useOutboxSummary();
  const { icon, tone } = look(summary);
  const blank = summary.text === '';
  return (
    <Link to="/outbox" className={styles.pill} aria-label={blank ? 'What waits' : undefined}>
      <span className={`${styles.chip} ${tone ?? ''}`} data-live="" data-blank={blank ? '' : undefined}>
        <NavIcon name={icon} size={16} />
        <span aria-live="polite">{summary.text}</span>
      </span>
    </Link>
  );
}
