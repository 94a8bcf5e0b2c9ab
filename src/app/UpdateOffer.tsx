import { useSyncExternalStore, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { Action } from '#ui/Action.tsx';
import { applyUpdate, subscribeUpdate, updateReady } from './registerSw.ts';
import styles from './UpdateOffer.module.css';

/** A new version waits for consent (SW-1). Stands above an open dialog, beside its buttons. */
export function UpdateOffer(): ReactElement | null {
  const ready = useSyncExternalStore(subscribeUpdate, updateReady);
  if (!ready) return null;
  return createPortal(
    <div className={styles.offer} role="status">
      <p>A new version is available</p>
      <Action look="primary" small onClick={applyUpdate}>
        Update
      </Action>
    </div>,
    document.body,
  );
}
