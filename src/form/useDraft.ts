import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { DraftRef } from '#outbox/draftRows.ts';
import type { SetAsideReason } from '#outbox/drafts.ts';
import { openKeeper, type DraftPort, type FoundDraft } from './keeper.ts';

export type { DraftPort } from './keeper.ts';

export interface Draft<Value> {
  /** What was left behind last time; null when there is nothing or the person has chosen. */
  found: Value | null;
  /** Something else that was typed here lies aside, because this build cannot open it. */
  kept: SetAsideReason | null;
  dropKept: () => void;
  /** Names the draft for what is made of it: its key is the Idempotency-Key of the entry. */
  ref: () => DraftRef & { id: string };
  /** Takes the newest content; it is saved after a pause. */
  keep: (value: Value) => void;
  /** Saves at once: before a camera opens, when the page is hidden. */
  flush: () => Promise<void>;
  /**
   * Before the content is stored elsewhere, which takes the draft away: nothing is written from now on, not even when
   * the form goes: the card behind it may open another one before this one hears that it was stored.
   */
  rest: () => Promise<void>;
  /** It could not be stored elsewhere: kept here again, at once. */
  resume: () => Promise<void>;
  /** Takes up what was found; false when something newer was typed meanwhile, which is kept. */
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
  const [found, setFound] = useState<FoundDraft<Value> | null>(null);
  const [kept, setKept] = useState<SetAsideReason | null>(null);
  const keeper = useMemo(() => openKeeper(key, port), [key, port]);

  const drop = useCallback((): Promise<void> => {
    setFound(null);
    return keeper.drop();
  }, [keeper]);

  const dropKept = useCallback((): void => {
    setKept(null);
    void port.dropKept?.(key).catch(() => undefined);
  }, [key, port]);

  useEffect(() => {
    let gone = false;
    keeper.begin();
    void keeper
      .find()
      .then(async (draft) => {
        if (!gone && draft !== null) setFound(draft);
        // The look for a draft is what puts aside one that cannot be opened.
        const why = (await port.kept?.(key)) ?? null;
        if (!gone) setKept(why);
      })
      .catch(() => undefined);
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') void keeper.flush();
    };
    document.addEventListener('visibilitychange', hidden);
    window.addEventListener('pagehide', hidden);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', hidden);
      window.removeEventListener('pagehide', hidden);
      void keeper.flush();
    };
  }, [key, port, keeper]);

  const accept = useCallback((): boolean => {
    setFound(null);
    return found !== null && keeper.accept(found);
  }, [found, keeper]);

  const { ref, keep, flush, rest, resume, clear, end } = keeper;
  return {
    found: found === null ? null : found.value,
    kept,
    dropKept,
    ref,
    keep,
    flush,
    rest,
    accept,
    resume,
    clear,
    drop,
    end,
  };
}

/** Hands what was left behind last time to the form, once, unless something newer was typed meanwhile. */
export function useFoundDraft<Value>(
  { found, accept }: Pick<Draft<Value>, 'found' | 'accept'>,
  take: (found: Value) => void,
): void {
  const takeUp = useEffectEvent(take);
  useEffect(() => {
    if (found !== null && accept()) takeUp(found);
  }, [found, accept]);
}
