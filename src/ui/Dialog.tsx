import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Modal.css';
import { Modal } from '@mantine/core';
import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import './tokens.css';
import styles from './Dialog.module.css';
import { IconAction } from './IconAction.tsx';
import { reachable } from './reachable.ts';
import { useEscape } from './useEscape.ts';
import { usePhone } from './usePhone.ts';
import { useReturnFocus } from './useReturnFocus.ts';

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
export function Dialog({ title, onClose, children, footer, onSubmit, tools, size = 560, small = false }: DialogProps): ReactElement {
  const phone = usePhone();
  useEscape(onClose);
  useReturnFocus();
  const inside = (
    <>
      <div ref={reachable} className={styles.body}>{children}</div>
      {footer ? <div className={styles.footer}>{footer}</div> : null}
    </>
  );
  return (
    <Modal.Root opened onClose={onClose} fullScreen={phone && !small} size={size} closeOnEscape={false} centered={!phone || small} transitionProps={{ duration: 0 }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content classNames={{ content: styles.content ?? '' }} radius={phone && !small ? 0 : 12}>
        {/* A plain box: inside a dialog a header element counts as a second banner of the page. */}
        <Modal.Header role="none" className={styles.header ?? ''}>
          <Modal.Title component="h2" className={styles.title ?? ''}>{title}</Modal.Title>
          <div style={{ display: 'flex' }}>
            {tools}
            <IconAction icon="close" name="Close dialog" onClick={onClose} />
          </div>
        </Modal.Header>
        {onSubmit ? <form noValidate onSubmit={onSubmit}>{inside}</form> : <div className={styles.frame}>{inside}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}
