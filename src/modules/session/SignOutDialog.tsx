import type { ReactElement } from 'react';
import { useUnsent } from '#data/entries.ts';
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

/**
 * Asks what becomes of what is not sent yet (SES-12). Nothing is ever thrown away here. Once all is sent while it asks,
 * it says so, and only whether to log out is left.
 */
export function SignOutDialog({ unsent: asked, busy, onLeave, onCancel }: SignOutDialogProps): ReactElement {
  const online = useOnline();
  const unsent = useUnsent() ?? asked;
  const done = unsent === 0;
  const them = unsent === 1 ? 'it' : 'them';
  return (
    <Dialog
      title="Log out"
      small
      onClose={onCancel}
      footer={
        <div className={styles.choices}>
          <Action
            look="primary"
            busy={busy}
            disabled={!done && !online}
            onClick={() => onLeave(done ? 'keep' : 'send')}
          >
            {done ? 'Log out' : 'Send now'}
          </Action>
          {done ? null : (
            <Action disabled={busy} onClick={() => onLeave('keep')}>
              Log out and keep
            </Action>
          )}
          <Action onClick={onCancel}>Cancel</Action>
        </div>
      }
    >
      {done ? (
        <p role="status">Nothing waits on this {deviceWord()} any more.</p>
      ) : (
        <>
          <p>
            {unsent === 1 ? '1 item is' : `${unsent} items are`} not sent yet.{' '}
            {online ? 'Send now, or keep' : 'You are offline. Keep'} {them} locked on this {deviceWord()} until you sign
            in here again.
          </p>
          <p>
            Nobody else who uses this {deviceWord()} can see {them}, and nothing is lost.
          </p>
        </>
      )}
    </Dialog>
  );
}
