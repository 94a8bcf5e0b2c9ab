import { useSyncExternalStore } from 'react';
import { parseServerTime, serverNow, type ClockSample } from '#contract/clock.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';

/**
 * What day it is (DATE-7, TM-3): the server's, as last known; before any answer the phone's. Every answer says what the
 * server's clock shows; that is kept beside the first frame, so that a start without a network knows it too.
 */

/** A difference is worth a second look when it has changed by more than this. */
const GRAIN_MS = 2_000;

let heard: ClockSample | null | undefined;
let last: string | undefined;
let notifyOutbox: ((word: string) => void) | undefined;
const listeners = new Set<() => void>();

function known(): ClockSample | null {
  if (heard === undefined) {
    const { server, device } = (readLocal(KEYS.clock) ?? {}) as Partial<ClockSample>;
    heard = typeof server === 'number' && typeof device === 'number' ? { server, device } : null;
  }
  return heard;
}

/** The server's clock as this phone knows it, epoch milliseconds (TM-1). */
export const now = (): number => serverNow(Date.now(), known());

/**
 * What the server's clock showed when it was last heard of, epoch milliseconds; null before any answer. By it things
 * grow old (TM-4).
 */
export const lastServerTime = (): number | null => known()?.server ?? null;

/** How far the phone's clock is behind the server's, milliseconds; null before any answer. */
export function behind(): number | null {
  const last = known();
  return last && last.server - last.device;
}

/** Takes the word of an answer for what time it is. */
export function observeServerTime(word: string | null): void {
  const server = parseServerTime(word);
  if (word === null || server === null) return;
  last = word;
  notifyOutbox?.(word);
  const before = known();
  const device = Date.now();
  heard = { server, device };
  if (before && Math.abs(server - device - (before.server - before.device)) <= GRAIN_MS) return;
  writeLocal(KEYS.clock, heard);
  for (const listener of listeners) listener();
}

/** Hands every such word on, the last one at once: what is saved goes out with it (TM-2). */
export function onClock(listener: (word: string) => void): void {
  notifyOutbox = listener;
  if (last !== undefined) listener(last);
}

export function subscribeClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Today in the organisation's time zone. In a component: `useToday`. */
export const today = (timeZone: string): Day => dayOf(now(), timeZone);

/** The same, and again when the server says that it is another. */
export const useToday = (timeZone: string): Day => useSyncExternalStore(subscribeClock, () => today(timeZone));

const never = (): (() => void) => () => undefined;
const thisSecond = (): number => Math.floor(Date.now() / 1000) * 1000;

/** The phone's time, to the second, whenever a component is rendered; it is not rendered again when time passes. */
export const useRenderTime = (): number => useSyncExternalStore(never, thisSecond);
