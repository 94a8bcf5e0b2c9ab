import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { MESSAGES } from '#contract/error.ts';
import { Action } from '#ui/Action.tsx';
import styles from './App.module.css';
import { applyUpdate, updateNow } from './update.ts';

const STOPS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]';

const canStop = (element: HTMLElement): boolean => element.tabIndex >= 0 && element.getClientRects().length > 0;

/**
 * Makes a button that is above an open dialog reachable by Tab: a dialog keeps the focus within itself, so the button
 * is put at the end of the dialog's round. From the button on, the dialog's own trap leads back to its start.
 */
function useTabReach(button: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return;
      const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')].at(-1);
      const target = button.current;
      if (!dialog || !target || !dialog.contains(document.activeElement)) return;
      const stops = [...dialog.querySelectorAll<HTMLElement>(STOPS)].filter(canStop);
      const edge = event.shiftKey ? stops[0] : stops.at(-1);
      if (document.activeElement !== edge) return;
      event.preventDefault();
      target.focus();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  }, [button]);
}

/** What is offered: above an open dialog, beside its buttons, and reachable by Tab. */
export function Offer({ tooOld }: { tooOld: boolean }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
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
