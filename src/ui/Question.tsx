import type { ReactElement } from 'react';
import { Action } from './Action.tsx';
import { Dialog } from './Dialog.tsx';

/** Asks before something that cannot be undone. */
export function Question({
  title,
  text,
  yes,
  look = 'danger',
  onYes,
  onNo,
}: {
  title: string;
  text: string;
  yes: string;
  /** Most questions are about losing something. */
  look?: 'danger' | 'primary';
  onYes: () => void;
  onNo: () => void;
}): ReactElement {
  return (
    <Dialog
      small
      size={420}
      title={title}
      onClose={onNo}
      footer={
        <>
          <Action onClick={onNo}>Cancel</Action>
          <Action look={look} onClick={onYes}>
            {yes}
          </Action>
        </>
      }
    >
      <p style={{ margin: 0, lineHeight: 1.5 }}>{text}</p>
    </Dialog>
  );
}
