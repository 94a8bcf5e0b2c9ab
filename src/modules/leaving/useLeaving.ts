import { useCallback, useEffect, useRef, useState } from 'react';
import { messageOf } from '#data/errors.ts';
import { openLeaving, type Leaving } from '#data/leaving.ts';
import type { Entry } from '#outbox/entry.ts';

export interface LeavingState {
  /** What is kept here of who has left, what was sent in the last day included; null: the link is not open. */
  entries: readonly Entry[] | null;
  leaving: Leaving | null;
  /** Why it could not be opened, or sent. */
  error: string | null;
  busy: boolean;
  /** Opens the link, or sends what waits. */
  go(): void;
}

/** Opens the link of who has left at once, and sends when asked. */
export function useLeaving(secret: string | null): LeavingState {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null);
  const [leaving, setLeaving] = useState<Leaving | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = useRef<Promise<Leaving> | null>(null);

  const run = useCallback((work: () => Promise<unknown>): void => {
    setBusy(true);
    setError(null);
    void work()
      .catch((failure: unknown) => setError(messageOf(failure)))
      .finally(() => setBusy(false));
  }, []);
  const start = useCallback(() => {
    if (secret === null || open.current) return;
    const opening = openLeaving(secret);
    open.current = opening;
    run(async () => {
      try {
        const here = await opening;
        if (open.current !== opening) return;
        here.outbox.subscribe(setEntries);
        setLeaving(here);
      } catch (failure) {
        if (open.current === opening) open.current = null;
        throw failure;
      }
    });
  }, [run, secret]);

  useEffect(() => {
    start();
    return () => {
      void open.current?.then((here) => here.close()).catch(() => undefined);
      open.current = null;
    };
  }, [start]);
  return { entries, leaving, error, busy, go: () => (leaving ? run(() => leaving.send()) : start()) };
}
