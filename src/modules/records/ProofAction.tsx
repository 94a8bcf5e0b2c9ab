import { useState, type ReactElement } from 'react';
import { getProofPack } from '#contract/calls/audit.ts';
import { messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { saveFile } from '#data/saveFile.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';

const NEEDS_NETWORK = 'A proof pack is made on the server and needs a connection.';

/** Saves the proof pack of a record (AUD-24). */
export function ProofAction({ id }: { id: string }): ReactElement {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const name = await saveFile(getProofPack, { parts: { id }, name: `proof-${id}.zip` });
      toast.success(`${name} is saved.`);
    } catch (error) {
      toast.error(`The proof pack could not be saved. ${messageOf(error)}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Action
      icon="download"
      busy={busy}
      refused={online ? undefined : NEEDS_NETWORK}
      onClick={() => (online ? void save() : toast.hint(NEEDS_NETWORK))}
    >
      Proof pack
    </Action>
  );
}
