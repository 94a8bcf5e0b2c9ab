import { useRef, useState } from 'react';

/** Most forms are stored sooner: to draw a busy button first would only hold them up. */
const BUSY_AFTER_MS = 150;

export interface Submitting {
  /** It takes long enough to be said. */
  busy: boolean;
  /** Does nothing while something of this form is under way. */
  start: (submit: () => Promise<unknown>) => void;
}

/** Stores a form once at a time, whatever of it is to be made. */
export function useSubmitting(): Submitting {
  const [busy, setBusy] = useState(false);
  const underWay = useRef(false);
  const start = (submit: () => Promise<unknown>): void => {
    if (underWay.current) return;
    underWay.current = true;
    const late = setTimeout(() => setBusy(true), BUSY_AFTER_MS);
    void submit().finally(() => {
      clearTimeout(late);
      underWay.current = false;
      setBusy(false);
    });
  };
  return { busy, start };
}
