import { useSyncExternalStore, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import { IconAction } from './Action.tsx';
import { closeToast, currentToasts, subscribeToasts, type Toast } from './toast.ts';
import styles from './Toasts.module.css';

/**
 * Where toasts appear: top right on desktop, on phones above what is pinned to the bottom; above every dialog, and over
 * nothing that is pinned.
 */
export function Toasts(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  const row = ({ id, tone, text }: Toast): ReactElement => (
    <div key={id} className={`${styles.toast} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'bad' ? 'warning' : 'check'} />
      <p>{text}</p>
      <IconAction icon="close" name="Close message" onClick={() => closeToast(id)} />
    </div>
  );
  return createPortal(
    <div className={styles.stack}>
      {toasts.filter(({ tone }) => tone === 'bad').map(row)}
      {/* A polite region must exist before its text, or the text is not announced; an alert is, on insertion. */}
      <div role="status" aria-atomic="false" className={styles.polite}>
        {toasts.filter(({ tone }) => tone === 'good').map(row)}
      </div>
    </div>,
    document.body,
  );
}
