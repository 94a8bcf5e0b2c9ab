import { useMemo, useSyncExternalStore } from 'react';
import type { Entry } from '#outbox/entry.ts';
import type { Drafts } from '#outbox/drafts.ts';
import type { Outbox } from '#outbox/outbox.ts';
import { clientAge } from './clientAge.ts';
import { online } from './online.ts';
import { requirePerson } from './person.ts';
import { notReadYet, summarise, type OutboxSummary } from './summary.ts';
import { announce, settledBetween } from './settled.ts';

/** The outbox as React sees it. The engine itself is loaded after the first frame. */

const NONE: readonly Entry[] = [];
/** `NONE` itself until the outbox has told what it holds. */
let entries: readonly Entry[] = NONE;
/** Why it cannot be read. */
let unreadable: string | null = null;
let sent = 0;
let summary: OutboxSummary | undefined;
const listeners = new Set<() => void>();

function changed(): void {
  summary = undefined;
  for (const listener of listeners) listener();
}
online.subscribe(changed);
clientAge.subscribe(changed);

const OPEN: readonly Entry['state'][] = ['waiting', 'uploading', 'sending'];

/** Takes over what the outbox holds now; called by the runtime on every change. */
export function showEntries(next: readonly Entry[], first = false): void {
  const settled = first ? [] : settledBetween(entries, next);
  entries = next;
  unreadable = null;
  sent = next.some((entry) => OPEN.includes(entry.state))
    ? sent + settled.filter(({ outcome }) => outcome === 'done').length
    : 0;
  changed();
  for (const each of settled) announce(each);
}

export function clearEntries(): void {
  entries = NONE;
  unreadable = null;
  sent = 0;
  changed();
}

/** The outbox could not be opened; called by the runtime. */
export function showUnreadable(why: string): void {
  unreadable = why;
  changed();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const snapshot = (): readonly Entry[] => entries;
/** All entries as they are shown at this moment. */
export const currentEntries = snapshot;
export const currentSummary = (): OutboxSummary =>
  (summary ??=
    entries !== NONE
      ? summarise(entries, online.isOnline(), sent, clientAge.isTooOld())
      : notReadYet(online.isOnline()));

/**
 * All entries of this person's outbox, oldest first, or those that the filter takes. Give a filter that does not
 * change.
 */
export function useEntries(filter?: (entry: Entry) => boolean): readonly Entry[] {
  const all = useSyncExternalStore(subscribe, snapshot);
  return useMemo(() => (filter ? all.filter(filter) : all), [all, filter]);
}

/** Whether it has been read what waits. */
export const useOutboxKnown = (): boolean => useSyncExternalStore(subscribe, () => entries !== NONE);
/** Why it cannot be read; null while it can. */
export const useUnreadable = (): string | null => useSyncExternalStore(subscribe, () => unreadable);
export const useOutboxSummary = (): OutboxSummary => useSyncExternalStore(subscribe, currentSummary);

/** The outbox itself, for its actions (retry, discard, revise, bill). */
export async function outbox(): Promise<Outbox> {
  const { openRuntime } = await import('./runtime.ts');
  return (await openRuntime()).outbox;
}

/** Forms as they are being filled in. */
export async function drafts(): Promise<Drafts> {
  const [{ openDrafts }, here] = await Promise.all([import('#outbox/drafts.ts'), requirePerson()]);
  return openDrafts(here.store, here.key, () => Date.now());
}

const unsentOf = (list: readonly Entry[]): number => list.filter(({ state }) => state !== 'done').length;

/** How many entries are not sent, asked of the store itself and not of what the screen shows. */
export const unsentCount = async (): Promise<number> => unsentOf(await (await outbox()).list());

/** The same as the screen shows it; undefined where the outbox has not told yet. */
export const useUnsent = (): number | undefined =>
  useSyncExternalStore(subscribe, () => (entries === NONE ? undefined : unsentOf(entries)));
