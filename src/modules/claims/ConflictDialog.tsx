import type { ReactElement } from 'react';
import { useSession } from '#data/session.ts';
import type { Outbox } from '#outbox/outbox.ts';
import type { ConflictProps } from '#list/definition.ts';
import { TwoVersions } from './TwoVersions.tsx';
import { compareVersions } from './versions.ts';

/** The record moved on while the change waited in the outbox (OB-10). */
export function ConflictDialog({ entry, conflict, onClose, onAct }: ConflictProps): ReactElement {
  const { timeZone } = useSession();
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
    <TwoVersions
      message={entry.refusal?.message ?? ''}
      fields={compareVersions(entry, conflict.record, timeZone)}
      onTheirs={() => onAct((box) => box.discard(entry.id))}
      onMine={movedOn ? null : () => onAct(useMine)}
      onClose={onClose}
    />
  );
}
