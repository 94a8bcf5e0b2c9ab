import { RemoveScroll } from '@mantine/core';
import { useFocusTrap } from '@mantine/hooks';
import { CatchBoundary } from '@tanstack/react-router';
import {
  Fragment,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEventHandler,
  type ReactElement,
  type ReactNode,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './Dialog.module.css';
import { IconAction } from './Action.tsx';
import { BrokenPart } from './BrokenPart.tsx';
import { reachable } from './reachable.ts';
import './tokens.css';
import { isTouched, usePhone } from './usePhone.ts';

/** The open dialogs, the topmost last. */
const open: symbol[] = [];

/** A page behind a dialog is not scrolled by fingers, nor reloaded by pulling it. */
const hold = (): void => void document.body.toggleAttribute('data-held', open.length > 0);

/**
 * Escape closes the topmost dialog. Listens last of all, unlike the library's own way: what inside the dialog takes the
 * key first (an open calendar, a list of suggestions) stops it from coming here.
 */
function useEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  // Before it is painted: who sees a dialog can close it, however long other effects take.
  useLayoutEffect(() => {
    const me = Symbol('dialog');
    open.push(me);
    hold();
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.isComposing && open.at(-1) === me) latest.current();
    };
    window.addEventListener('keydown', press);
    return () => {
      window.removeEventListener('keydown', press);
      open.splice(open.indexOf(me), 1);
      hold();
    };
  }, []);
}

/** When this goes away, the focus returns to where it was before, so that the keyboard goes on from there. */
function useReturnFocus(): void {
  // Taken while rendering: the dialog's own focus moves in before any effect of ours.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before !== document.body && before.isConnected)
        before.focus({ preventScroll: true });
    },
    [before],
  );
}

/** What a phone shows of a dialog that is as large as its screen, in the frame before the dialog itself. */
export const Sheet = (): ReactElement =>
  createPortal(
    <div className={styles.inner} data-whole>
      <div className={styles.content} />
    </div>,
    document.body,
  );

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons: pinned below a body that scrolls. */
  footer?: ReactNode;
  /** Makes the whole a form, so that Enter and the submit button in the footer work. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** Between title and close button. */
  tools?: ReactNode;
  size?: number;
  /** Also on phones a small window and no sheet: for a question. */
  small?: boolean;
}

/** A dialog: a sheet over the whole screen on phones, a window on desktop. It is mounted while it is open. */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  onSubmit,
  tools,
  size = 560,
  small = false,
}: DialogProps): ReactElement {
  const phone = usePhone();
  const titleId = useId();
  const trap = useFocusTrap();
  const [touched] = useState(isTouched);
  useEscape(onClose);
  useReturnFocus();
  const inside = (
    <>
      <div ref={reachable} className={styles.body}>
        <CatchBoundary getResetKey={() => title} errorComponent={BrokenPart}>
          {children}
        </CatchBoundary>
      </div>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </>
  );
  // Phones show no scroll bar whose room must be kept; to keep it sets the style of every element anew, and the touches
  // that are listened for in the whole page have all of it painted anew.
  const Held = touched ? Fragment : RemoveScroll;
  return createPortal(
    <Held>
      {/* A press beside the window closes it, as the button and Escape do. */}
      <div role="presentation" className={styles.shade} onClick={onClose} />
      <div className={styles.inner} data-whole={(phone && !small) || undefined}>
        <section
          ref={trap}
          role="dialog"
          tabIndex={-1}
          aria-modal
          aria-labelledby={titleId}
          className={styles.content}
          style={{ flexBasis: `${size / 16}rem` }}
        >
          {/* A plain box: inside a dialog a header element counts as a second banner of the page. */}
          <div className={styles.header}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            <div style={{ display: 'flex' }}>
              {tools}
              <IconAction icon="close" name="Close dialog" onClick={onClose} />
            </div>
          </div>
          {onSubmit ? (
            <form noValidate onSubmit={onSubmit}>
              {inside}
            </form>
          ) : (
            <div className={styles.frame}>{inside}</div>
          )}
        </section>
      </div>
    </Held>,
    document.body,
  );
}
