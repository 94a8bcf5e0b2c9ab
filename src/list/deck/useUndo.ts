import { useEffect, useRef, useState } from 'react';
import { useEntries } from '#data/entries.ts';
import { takeBack } from '#data/submit.ts';
import { HOLD_MS } from '#outbox/state.ts';
import { toast } from '#ui/toast.ts';

/** A decision that can still be taken back. */
export interface Undoable {
  entryId: string;
  /** Of the record. */
  id: string;
  /** What was decided, in words. */
  text: string;
}

/**
 * The decisions of the last moments, which are saved and not sent yet (OB-14). The newest is taken back first;
 * `onUndone` is told of the record.
 */
export function useUndo(onUndone: (id: string) => void) {
  const [held, setHeld] = useState<readonly Undoable[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach((timer) => clearTimeout(timer));
  }, []);
  const forget = (entryId: string): void => setHeld((all) => all.filter((each) => each.entryId !== entryId));
  // One that was taken back elsewhere, in another tab or in the outbox, is gone; one that was sent is still there.
  const there = new Set(useEntries().map(({ id }) => id));
  const last = held.findLast(({ entryId }) => there.has(entryId)) ?? null;
  const add = (made: Undoable): void => {
    setHeld((all) => [...all, made]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      forget(made.entryId);
    }, HOLD_MS);
    timers.current.add(timer);
  };
  const undo = async (): Promise<void> => {
    if (!last) return;
    forget(last.entryId);
    try {
      if (await takeBack(last.entryId)) onUndone(last.id);
      else toast.hint('This decision has been sent already.');
    } catch (error) {
      toast.error(`The decision could not be taken back. ${error instanceof Error ? error.message : ''}`.trim());
    }
  };
  return { last, add, undo };
}
