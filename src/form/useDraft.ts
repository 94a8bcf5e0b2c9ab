import { useCallback, useEffect, useRef, useState } from 'react';
import type { KeptAside } from '#outbox/drafts.ts';

/** Where drafts are kept; the device's own store in the product. */
export interface DraftPort<Value> {
  load: (key: string) => Promise<Value | null>;
  save: (key: string, value: Value) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Why something that was typed here cannot come back. */
  kept?: (key: string) => Promise<KeptAside | null>;
  /** Throws away what can never be read. */
  dropKept?: (key: string) => Promise<void>;
}

/** A pause in typing this long puts the form on the device; DR-1 gives one second in all. */
const PAUSE_MS = 500;

export interface Draft<Value> {
  /** What was left behind last time; null when there is nothing or the person has chosen. */
  found: Value | null;
  /** Something else that was typed here lies aside, because this build cannot open it. */
  kept: KeptAside | null;
  dropKept: () => void;
  /** Takes the newest content; it is saved after a pause. */
  keep: (value: Value) => void;
  /** Saves at once: before a camera opens, when the page is hidden. */
  flush: () => Promise<void>;
  /** Before the content is stored elsewhere, which takes the draft away: nothing is written from now on, not even when the form goes: the card behind it may open another one before this one hears that it was stored. */
  rest: () => Promise<void>;
  /** It could not be stored elsewhere: kept here again, at once. */
  resume: () => Promise<void>;
  /** Takes up what was found; false when something newer was typed while it was being found, and stands. */
  accept: () => boolean;
  /** Throws away what was kept so far; what is typed from now on is kept again. */
  clear: () => Promise<void>;
  /** Throws the draft away; nothing is saved after it. */
  drop: () => Promise<void>;
  /** The content is elsewhere now (in the outbox): nothing is saved after it. */
  end: () => void;
}

/** Keeps a form's content on the device as it is typed (DR-1). Nothing is written before something was typed. */
export function useDraft<Value>(key: string, port: DraftPort<Value>): Draft<Value> {
  const [found, setFound] = useState<Value | null>(null);
  const [kept, setKept] = useState<KeptAside | null>(null);
  const state = useRef<{ unsaved: { value: Value } | null; typed: string | null; timer: ReturnType<typeof setTimeout> | undefined; ended: boolean; resting: boolean; writing: Promise<void> }>({ unsaved: null, typed: null, timer: undefined, ended: false, resting: false, writing: Promise.resolve() });

  const flush = useCallback(async (): Promise<void> => {
    const now = state.current;
    clearTimeout(now.timer);
    if (now.ended || now.resting || !now.unsaved) return now.writing;
    const { value } = now.unsaved;
    now.unsaved = null;
    // One after the other, so that an older content never overwrites a newer one.
    now.writing = now.writing.then(() => (now.ended ? undefined : port.save(key, value))).catch(() => undefined);
    return now.writing;
  }, [key, port]);

  const keep = useCallback(
    (value: Value): void => {
      const now = state.current;
      if (now.ended) return;
      now.unsaved = { value };
      now.typed = key;
      clearTimeout(now.timer);
      now.timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    [flush, key],
  );

  const rest = useCallback((): Promise<void> => {
    clearTimeout(state.current.timer);
    state.current.resting = true;
    return state.current.writing;
  }, []);

  const resume = useCallback((): Promise<void> => {
    state.current.resting = false;
    return flush();
  }, [flush]);

  const end = useCallback((): void => {
    const now = state.current;
    clearTimeout(now.timer);
    now.unsaved = null;
    now.ended = true;
  }, []);

  const clear = useCallback(async (): Promise<void> => {
    const now = state.current;
    clearTimeout(now.timer);
    now.unsaved = null;
    // After what is being written, and before what is written next.
    now.writing = now.writing.then(() => port.remove(key)).catch(() => undefined);
    return now.writing;
  }, [key, port]);

  const drop = useCallback(async (): Promise<void> => {
    end();
    setFound(null);
    await state.current.writing;
    await port.remove(key).catch(() => undefined);
  }, [end, key, port]);

  const dropKept = useCallback((): void => {
    setKept(null);
    void port.dropKept?.(key).catch(() => undefined);
  }, [key, port]);

  useEffect(() => {
    let gone = false;
    state.current.ended = false;
    void port
      .load(key)
      .then(async (value) => {
        // On a slow device something may have been typed, and kept, before what was there is found: the newer stands.
        if (!gone && value !== null && state.current.typed !== key) setFound(value);
        // The look for a draft is what puts aside one that cannot be opened.
        const why = (await port.kept?.(key)) ?? null;
        if (!gone) setKept(why);
      })
      .catch(() => undefined);
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void flush();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', hidden);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', hidden);
      void flush();
    };
  }, [key, port, flush]);

  const accept = useCallback((): boolean => {
    setFound(null);
    return state.current.typed !== key;
  }, [key]);

  return { found, kept, dropKept, keep, flush, rest, accept, resume, clear, drop, end };
}
