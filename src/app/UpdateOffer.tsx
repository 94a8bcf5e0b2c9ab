import { useRef, useSyncExternalStore, type ReactElement, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Action } from '#ui/Action.tsx';
import { applyUpdate, subscribeUpdate, updateReady } from './registerSw.ts';
import styles from './UpdateOffer.module.css';
import { useTabReach } from './useTabReach.ts';

/** A new version waits for consent (SW-1). Stands above an open dialog, beside its buttons, and within reach of Tab. */
export function UpdateOffer(): ReactElement | null {
  const ready = useSyncExternalStore(subscribeUpdate, updateReady);
  const button = useRef<HTMLButtonElement>(null);
  return ready ? <Offer button={button} /> : null;
}

function Offer({ button }: { button: RefObject<HTMLButtonElement | null> }): ReactElement {
  useTabReach(button);
  return createPortal(
    <div className={styles.offer} role="status">
      <p>A new version is available</p>
      <Action ref={button} look="primary" small onClick={applyUpdate}>
        Update
      </Action>
    </div>,
    document.body,
  );
}
