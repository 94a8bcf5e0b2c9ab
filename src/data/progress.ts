import { useSyncExternalStore } from 'react';
import type { Progress } from '#outbox/outbox.ts';

/** How far the bill under way is, as React sees it. In memory alone: it is true for a moment only. */

let current: Progress | null = null;
const listeners = new Set<() => void>();

/** Called by the runtime, with what this tab, another one or the worker sends. */
export function showProgress(progress: Progress | null): void {
  if (progress === current) return;
  current = progress;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Of the bill of this entry that is under way; null when none is. */
export const useProgress = (entryId: string): Progress | null =>
  useSyncExternalStore(subscribe, () => (current?.entryId === entryId ? current : null));
