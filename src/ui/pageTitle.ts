import { useEffect, useSyncExternalStore } from 'react';

/** What the shown page calls itself, where its address alone does not say it (one record, one campaign). */
let named: string | null = null;
const listeners = new Set<() => void>();

function set(next: string | null): void {
  if (next === named) return;
  named = next;
  for (const listener of listeners) listener();
}

/** Names the page while the component is there; null leaves it to its route. */
export function useNamePage(title: string | null): void {
  useEffect(() => {
    set(title);
    return () => set(null);
  }, [title]);
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const usePageName = (): string | null => useSyncExternalStore(subscribe, () => named);
