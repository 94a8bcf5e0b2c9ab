import { useEffect, useRef } from 'react';
import type { Entry } from '#outbox/entry.ts';

/** What became of an entry: taken by the server, refused by it, or held back until somebody signs in. */
type SettledOutcome = 'done' | 'refused' | 'signIn';
export interface Settled {
  entry: Entry;
  outcome: SettledOutcome;
}

const listeners = new Set<(settled: Settled) => void>();

export function onSettled(listener: (settled: Settled) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announce(settled: Settled): void {
  for (const listener of listeners) listener(settled);
}

const OUTCOME: Partial<Record<Entry['state'], SettledOutcome>> = {
  done: 'done',
  needsYou: 'refused',
  signIn: 'signIn',
};

/**
 * What has been settled between two looks at the outbox. Entries never seen before settle silently: they were settled
 * elsewhere.
 */
export function settledBetween(before: readonly Entry[], after: readonly Entry[]): Settled[] {
  const states = new Map(before.map((entry) => [entry.id, entry.state]));
  return after.flatMap((entry) => {
    const outcome = OUTCOME[entry.state];
    const state = states.get(entry.id);
    return outcome && state !== undefined && state !== entry.state ? [{ entry, outcome }] : [];
  });
}

/** Calls the listener for every entry that is settled while the component is there. */
export function useSettled(listener: (settled: Settled) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onSettled((settled) => latest.current(settled)), []);
}
