import { useSyncExternalStore, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from './Icon.tsx';
import { IconAction } from './IconAction.tsx';
import { closeToast, currentToasts, subscribeToasts } from './toast.ts';
import styles from './Toasts.module.css';

/**
 * Where toasts appear: top right on desktop, on phones above what is pinned to the bottom; above every dialog, and over
 * nothing that is pinned.
 */
export function Toasts(): ReactElement {
  const toasts = useSyncExternalStore(subscribeToasts, currentToasts);
  return createPortal(
    <div className={styles.stack}>
      {toasts.map(({ id, tone, text }) => (
        <div key={id} className={`${styles.toast} ${styles[tone]}`} role={tone === 'bad' ? 'alert' : 'status'}>
          <Icon name={tone === 'bad' ? 'warning' : 'check'} />
          <p>{text}</p>
          <IconAction icon="close" name="Close message" onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>,
    document.body,
  );
}
