import { removeBootValue } from './bootCache.ts';
import { factLeft } from '#start/facts.ts';
import { lastSession } from './sessionStore.ts';

/** Told when the server no longer knows the session (401): the token goes, what waits stays. */
const listeners = new Set<() => void>();

export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function sessionEnded(): void {
  for (const listener of listeners) listener();
}

/** Told when the server answers for another person than this page runs for: another tab signed in (P14). */
const replacedListeners = new Set<() => void>();

export function onWrongPerson(listener: () => void): () => void {
  replacedListeners.add(listener);
  return () => replacedListeners.delete(listener);
}

export function wrongPerson(): void {
  const noted = factLeft('session') as { id?: unknown } | undefined;
  // Nobody noted who it is now: the page that loads next has to ask the server.
  if (noted?.id !== undefined && noted.id === lastSession()?.id) removeBootValue('session');
  for (const listener of replacedListeners) listener();
}
