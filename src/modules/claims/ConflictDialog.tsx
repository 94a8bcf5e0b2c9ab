import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { Action } from '#ui/Action.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import type { ConflictProps } from '#list/definition.ts';
import { VersionTable } from './VersionTable.tsx';
import { compareVersions } from './versions.ts';

/**
 * The record moved on while the change waited: both are shown, the person chooses, nothing is overwritten unseen
 * (OB-10).
 */
export function ConflictDialog({ entry, conflict, onClose, onAct }: ConflictProps): ReactElement {
  const { timeZone } = useSession();
  const fields = compareVersions(entry, conflict.record, timeZone);
  // What has been decided or withdrawn is over: sending it again would only be refused again.
  const movedOn = entry.refusal?.code === 'CONFLICT';
  const useMine = (box: Outbox): Promise<unknown> => {
    const { endpoint, url, method, body, record, face } = entry;
    const bills = entry.bills.map(({ localId, name, type }) => ({ localId, name, type }));
    return box.revise(
      entry.id,
      { endpoint, url, method, body, record, face, base: conflict.record, ifMatch: conflict.version },
      bills,
    );
  };
  return (
    <Dialog
      title="Two versions"
      onClose={onClose}
      footer={
        <>
          <Action onClick={() => onAct((box) => box.discard(entry.id))}>Keep the server&apos;s</Action>
          {movedOn ? (
            <Action onClick={onClose}>Close</Action>
          ) : (
            <Action look="primary" onClick={() => onAct(useMine)}>
              Send mine
            </Action>
          )}
        </>
      }
    >
      <p>
        {`${entry.refusal?.message ?? ''} Your change has not been used.` +
          (movedOn ? '' : ' Choose which one counts.')}
      </p>
      <VersionTable fields={fields} />
    </Dialog>
  );
}
