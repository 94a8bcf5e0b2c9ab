import { useRef, useSyncExternalStore, type ReactElement, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { MESSAGES } from '#contract/error.ts';
import { clientAge } from '#data/clientAge.ts';
import { Action } from '#ui/Action.tsx';
import { applyUpdate, subscribeUpdate, updateNow, updateReady } from './registerSw.ts';
import styles from './UpdateOffer.module.css';
import { useTabReach } from './useTabReach.ts';

/**
 * A new version waits for consent (SW-1); a client that is too old for the server says so, and is replaced at a tap.
 * Shown above an open dialog, beside its buttons, and reachable by Tab.
 */
export function UpdateOffer(): ReactElement | null {
  const ready = useSyncExternalStore(subscribeUpdate, updateReady);
  const tooOld = useSyncExternalStore(clientAge.subscribe, clientAge.isTooOld);
  const button = useRef<HTMLButtonElement>(null);
  return ready || tooOld ? <Offer button={button} tooOld={tooOld} /> : null;
}

function Offer({ button, tooOld }: { button: RefObject<HTMLButtonElement | null>; tooOld: boolean }): ReactElement {
  useTabReach(button);
  return createPortal(
    <div className={styles.offer} role="status">
      <p>{tooOld ? MESSAGES.clientTooOld : 'A new version is available'}</p>
      <Action ref={button} look="primary" small onClick={tooOld ? updateNow : applyUpdate}>
        Update
      </Action>
    </div>,
    document.body,
  );
}
