import type { ReactElement } from 'react';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { VersionTable } from './VersionTable.tsx';
import type { ComparedField } from './versions.ts';

export interface TwoVersionsProps {
  /** Why there are two. */
  message: string;
  fields: readonly ComparedField[];
  /** The change is given up. */
  onTheirs: () => void;
  /** It replaces what the server has; null: it cannot any more. */
  onMine: (() => void) | null;
  onClose: () => void;
}

/** The record moved on meanwhile: both are shown, the person chooses, nothing is overwritten unseen (OB-10). */
export function TwoVersions({ message, fields, onTheirs, onMine, onClose }: TwoVersionsProps): ReactElement {
  return (
    <Dialog
      title="Two versions"
      onClose={onClose}
      footer={
        <>
          <Action onClick={onTheirs}>Keep the server&apos;s</Action>
          {onMine ? (
            <Action look="primary" onClick={onMine}>
              Send mine
            </Action>
          ) : (
            <Action onClick={onClose}>Close</Action>
          )}
        </>
      }
    >
      <p>{`${message} Your change has not been used.${onMine ? ' Choose which one counts.' : ''}`}</p>
      <VersionTable fields={fields} />
    </Dialog>
  );
}
