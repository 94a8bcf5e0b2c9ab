import { useState } from 'react';
import type { endOtherSessions, endUserSession } from '#contract/calls/sessions.ts';
import { call } from '#data/http.ts';
import { useOnlineCall } from '#form/useOnlineCall.ts';
import { toast } from '#ui/toast.ts';

/** A button that ends sessions after a question: what it shows, and what its presses do (SES-43). */
export function useEnding(entry: typeof endUserSession | typeof endOtherSessions, id: string | null, done: string) {
  const { busy, refused, failure, run } = useOnlineCall(entry);
  const [asking, setAsking] = useState(false);
  const end = async (): Promise<void> => {
    setAsking(false);
    if (await run(id, (key) => call(entry, { key, ...(id !== null && { parts: { id } }) }))) toast.success(done);
  };
  return {
    asking,
    failure,
    button: {
      busy,
      refused,
      'aria-haspopup': 'dialog',
      onClick: () => (refused === undefined ? setAsking(true) : toast.hint(refused)),
    },
    question: { onNo: () => setAsking(false), onYes: () => void end() },
  } as const;
}
