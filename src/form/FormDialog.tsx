import type { FormEventHandler, ReactElement, ReactNode } from 'react';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Notice } from '#ui/Notice.tsx';
import { useAfterPaint } from '#ui/useAfterPaint.ts';
import { usePhone } from '#ui/usePhone.ts';
import styles from './Form.module.css';

/** Create and edit have something to submit; a view has nothing but a way out (LOC-16). */
type FormWay =
  | {
      mode: 'create' | 'edit';
      onSubmit: FormEventHandler<HTMLFormElement>;
      busy: boolean;
      /** Why storing failed; the form keeps its content. */
      failure?: string | undefined;
      failureAction?: ReactNode;
      /** The word on the button, where it is another than the way's own. */
      submitWord?: string | undefined;
      /** What else can be made of it. */
      other?: ReactNode;
    }
  | { mode: 'view' };

const WORDS = { create: { submit: 'Submit', leave: 'Cancel' }, edit: { submit: 'Save', leave: 'Close' } } as const;

export interface FormDialogProps {
  title: string;
  way: FormWay;
  onClose: () => void;
  /** Above the fields: a draft that came back, a refusal, a hint. */
  notices?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. */
export function FormDialog({ title, way, onClose, notices, children }: FormDialogProps): ReactElement {
  // On a phone, where the sheet fills the screen anyway, it is drawn at once and its fields a moment later.
  const ready = useAfterPaint(usePhone());
  if (way.mode === 'view') {
    return (
      <Dialog title={title} onClose={onClose} footer={<Action onClick={onClose}>Close</Action>}>
        <div className={styles.fields}>
          {ready ? notices : null}
          {ready ? children : null}
        </div>
      </Dialog>
    );
  }
  const words = WORDS[way.mode];
  const footer = (
    <>
      <Action onClick={onClose}>{words.leave}</Action>
      {way.other}
      <Action type="submit" look="primary" busy={way.busy}>
        {way.submitWord ?? words.submit}
      </Action>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} onSubmit={way.onSubmit} footer={footer}>
      <div className={styles.fields}>
        {ready ? notices : null}
        {ready ? children : null}
        {way.failure ? (
          <Notice tone="bad" icon="warning" role="alert" actions={way.failureAction}>
            {way.failure}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
