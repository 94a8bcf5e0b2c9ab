import type { ReactElement } from 'react';
import { useOnline } from '#data/online.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { deviceWord } from '#ui/usePhone.ts';
import styles from './SignOut.module.css';

export interface SignOutDialogProps {
  unsent: number;
  busy: boolean;
  onLeave(mode: 'send' | 'keep'): void;
  onCancel(): void;
}

/** Asks what becomes of what is not sent yet (SES-12). Nothing is ever thrown away here. */
export function SignOutDialog({ unsent, busy, onLeave, onCancel }: SignOutDialogProps): ReactElement {
  const online = useOnline();
  return (
    <Dialog
      title="Log out"
      small
      onClose={onCancel}
      footer={
        <div className={styles.choices}>
          <Action look="primary" busy={busy} disabled={!online} onClick={() => onLeave('send')}>
            Send now
          </Action>
          <Action disabled={busy} onClick={() => onLeave('keep')}>
            Log out and keep
          </Action>
          <Action onClick={onCancel}>Cancel</Action>
        </div>
      }
    >
      <p>
        {unsent === 1 ? '1 item is' : `${unsent} items are`} not sent yet.{' '}
        {online ? 'Send now, or keep' : 'You are offline. Keep'} {unsent === 1 ? 'it' : 'them'} locked on this{' '}
        {deviceWord()} until you sign in here again.
      </p>
      <p>
        Nobody else who uses this {deviceWord()} can see {unsent === 1 ? 'it' : 'them'}, and nothing is lost.
      </p>
    </Dialog>
  );
}
