import { useSyncExternalStore } from 'react';
import { parseServerTime, serverNow, type ClockSample, type SignedClock } from '#contract/clock.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { KEYS, readLocal, writeLocal } from '#start/local.ts';

/**
 * What day it is (DATE-7, TM-3): the server's, as last known; before any answer the phone's. Every answer says what the
 * server's clock shows; that is kept beside the first frame, so that a start without a network knows it too.
 */

/** A difference is worth a second look when it has changed by more than this. */
const GRAIN_MS = 2_000;
/** What is kept for the next page may be older than what was heard by this. */
const WORD_GRAIN_MS = 60_000;

/** What was heard last, and whose word it is: signed for one person, it is good for no other. */
interface Heard extends ClockSample {
  word?: string;
  of?: string | null;
}

let heard: Heard | null | undefined;
/** What of it lies in the browser, as far as this tab knows. */
let kept: Heard | null = null;
let outbox: { of: string | null; tell: (sample: SignedClock) => Promise<void> } | undefined;
const listeners = new Set<() => void>();

function known(): Heard | null {
  if (heard === undefined) {
    const { server, device, word, of } = (readLocal(KEYS.clock) ?? {}) as Partial<Heard>;
    heard =
      typeof server === 'number' && typeof device === 'number'
        ? { server, device, ...(typeof word === 'string' && { word, of: of ?? null }) }
        : null;
    kept = heard;
  }
  return heard;
}

/** Hands the last word on where it is for the person of the open outbox. */
async function tellOutbox(): Promise<void> {
  const { server, device, word, of } = known() ?? {};
  if (outbox === undefined || server === undefined || device === undefined || word === undefined) return;
  if (of === outbox.of) await outbox.tell({ server, device, word });
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

/** Takes the word of an answer for what time it is, and whose answer that is: the id of a person, null for nobody's. */
export function observeServerTime(word: string | null, of: string | null): void {
  const server = parseServerTime(word);
  if (word === null || server === null) return;
  const before = known();
  const device = Date.now();
  heard = { server, device, word, of };
  void tellOutbox().catch(() => undefined);
  const moved = !before || Math.abs(server - device - (before.server - before.device)) > GRAIN_MS;
  if (moved || kept?.of !== of || Math.abs(server - kept.server) > WORD_GRAIN_MS) {
    kept = heard;
    writeLocal(KEYS.clock, heard);
  }
  if (moved) for (const listener of listeners) listener();
}

/**
 * Hands every such word for this person on: what is saved goes out with it (TM-2). The last one at once, also where a
 * page before this one heard it; comes back when that is taken.
 */
export function onClock(of: string | null, tell: (sample: SignedClock) => Promise<void>): Promise<void> {
  outbox = { of, tell };
  return tellOutbox();
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
