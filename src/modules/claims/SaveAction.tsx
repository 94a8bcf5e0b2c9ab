import { useState, type ReactElement } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { messageOf } from '#data/errors.ts';
import { useOnline } from '#data/online.ts';
import { saveFile } from '#data/saveFile.ts';
import { Action } from '#ui/Action.tsx';
import { toast } from '#ui/toast.ts';

const NEEDS_NETWORK = 'This file is made on the server and needs a connection.';

interface SaveActionProps {
  endpoint: Endpoint;
  /** Of the record or person in its path. */
  id?: string;
  label: string;
  /** The file's name where the server gives none. */
  name: string;
}

/** A button that has a file made and saves it. */
export function SaveAction({ endpoint, id, label, name }: SaveActionProps): ReactElement {
  const online = useOnline();
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const saved = await saveFile(endpoint, { ...(id !== undefined && { parts: { id } }), name });
      toast.success(`${saved} is saved.`);
    } catch (error) {
      toast.error(`The file could not be saved. ${messageOf(error)}`);
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
      {label}
    </Action>
  );
}
