import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { endOtherSessions, endUserSession } from '#contract/calls/sessions.ts';
import { messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { once } from '#data/once.ts';
import { NEEDS_NETWORK, useOnline } from '#data/online.ts';
import { invalidate } from '#data/query.ts';
import { useSession } from '#data/session.ts';
import { toast } from '#ui/toast.ts';

/** A button that ends sessions after a question: what it shows, and what its presses do (SES-43). */
export function useEnding(entry: typeof endUserSession | typeof endOtherSessions, id: string | null, done: string) {
  const { email } = useSession();
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const end = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    setFailure(undefined);
    try {
      await once(`${email} ${entry.name} ${id ?? ''}`, (key) =>
        call(entry, { key, ...(id !== null && { parts: { id } }) }),
      );
      toast.success(done);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
      void invalidate(client, entry);
    }
  };
  return {
    asking,
    failure,
    button: {
      busy,
      refused: online ? undefined : NEEDS_NETWORK,
      'aria-haspopup': 'dialog',
      onClick: () => (online ? setAsking(true) : toast.hint(NEEDS_NETWORK)),
    },
    question: { onNo: () => setAsking(false), onYes: () => void end() },
  } as const;
}
