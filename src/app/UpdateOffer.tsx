import { useSyncExternalStore, type ReactElement } from 'react';
import { createPortal } from 'react-dom';
import { SENTENCES } from '#contract/error.ts';
import { clientAge } from '#data/clientAge.ts';
import { Action } from '#ui/Action.tsx';
import { applyUpdate, subscribeUpdate, updateNow, updateReady } from './registerSw.ts';
import styles from './UpdateOffer.module.css';

/** A new version waits for consent (SW-1); one that is too old for the server says so, and is replaced at a tap. Stands above an open dialog, beside its buttons. */
export function UpdateOffer(): ReactElement | null {
  const ready = useSyncExternalStore(subscribeUpdate, updateReady);
  const tooOld = useSyncExternalStore(clientAge.subscribe, clientAge.isTooOld);
  if (!ready && !tooOld) return null;
  return createPortal(
    <div className={styles.offer} role="status">
      <p>{tooOld ? SENTENCES.clientTooOld : 'A new version is available'}</p>
      <Action look="primary" small onClick={tooOld ? updateNow : applyUpdate}>
        Update
      </Action>
    </div>,
    document.body,
  );
}
