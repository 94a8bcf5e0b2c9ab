import { parseServerTime, type ClockSample, type SignedClock } from '#contract/clock.ts';
import { resendLost } from './confirmed.ts';
import type { OutboxEnv } from './env.ts';
import type { RawResponse } from './outcome.ts';
import type { OutboxStore } from './store.ts';

/** What builds before kept of the clock: the difference alone. */
const OFFSET = 'serverOffset';
const HEARD = 'heard';
const EPOCH = 'dbEpoch';
/** A clock difference is noted when it has changed by more than this, and the server's word when it is older. */
const OFFSET_GRAIN_MS = 2_000;
const WORD_GRAIN_MS = 60_000;

/** Which new life of the database this phone has seen last, and when. */
const RESTORED = 'dbRestored';
/** How long after a restore the phones have told the server again what it lost; who is later is asked about. */
const CATCH_UP_MS = 7 * 86_400_000;

interface Restored {
  epoch: string;
  /** Epoch milliseconds of the server's clock; null until that is known. Older builds noted the device's. */
  at: number | null;
  /** Epoch milliseconds of the device's clock, to go by until then. */
  device?: number;
}

/** The last answer of the server, and its own word for when that was; null of a server that gives none. */
interface SignedClockSample extends ClockSample {
  word: string | null;
}

/**
 * What answers tell beside what was asked: how late it is (TM-1), and which life of the database they are from (X58).
 */
export interface Notes {
  note(facts: RawResponse): Promise<void>;
  /** Notes the server's word of an answer that came elsewhere on this page, or to one before it. */
  observeServerTime(sample: SignedClock): Promise<void>;
  /** The last answer that anybody on this device has noted; null when none has come yet. */
  heard(): Promise<SignedClockSample | null>;
  /** The same as far as this tab knows. */
  latestSample(): Promise<SignedClockSample | null>;
  /** Milliseconds by which the server's clock is ahead; null when no answer has come yet. */
  serverOffset(): Promise<number | null>;
  observeEpoch(epoch: string): Promise<void>;
  /**
   * When the database is an older one than this phone knows, what it lost goes out again. Answers whether there is more
   * to send.
   */
  followEpoch(): Promise<boolean>;
  /** Whether other phones may still have to tell a restored database what it lost (P18). */
  isCatchingUp(): Promise<boolean>;
}

function heardFrom(kept: unknown): SignedClockSample | null {
  const { server, device, word } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  return typeof server === 'number' && typeof device === 'number'
    ? { server, device, word: typeof word === 'string' ? word : null }
    : null;
}

export function takeNotes(env: OutboxEnv, store: OutboxStore, owner: string): Notes {
  let latest: SignedClockSample | null = null;
  /** What of it lies on the disk, as far as this tab knows. */
  let kept: SignedClockSample | null = null;
  /** Another tab, or the worker, may have heard since. */
  async function heard(): Promise<SignedClockSample | null> {
    kept = heardFrom(await store.getMeta(HEARD)) ?? kept;
    if (kept && (latest === null || kept.server > latest.server)) latest = kept;
    return latest;
  }
  let opened: Promise<unknown> | undefined;
  /** A tap waits for the disk at most once: what was heard since is in memory. */
  async function latestSample(): Promise<SignedClockSample | null> {
    await (opened ??= heard().catch(() => (opened = undefined)));
    return latest;
  }
  const serverOffset = async (): Promise<number | null> => {
    const last = await heard();
    if (last) return last.server - last.device;
    const offset = await store.getMeta(OFFSET);
    return typeof offset === 'number' ? offset : null;
  };
  /** The epoch that the server spoke of last and that this phone has not acted upon. */
  let newEpoch: string | undefined;
  /** As noted, or as it would be on a phone that has no room for it. */
  let seen: Restored | undefined;
  /** What this tab has found noted: not looked for again with every answer. */
  let noted: string | undefined;
  async function observeEpoch(epoch: string): Promise<void> {
    if (epoch === noted) return;
    const known = await store.getMeta(EPOCH);
    if (known === epoch) noted = epoch;
    if (known === undefined) await store.setMeta(EPOCH, epoch).catch(() => undefined);
    else if (known !== epoch) {
      const restored = await store.getMeta(RESTORED);
      seen =
        (restored as Restored | undefined)?.epoch === epoch
          ? (restored as Restored)
          : { epoch, at: (await heard())?.server ?? null, device: env.now() };
      // Not before its beginning is known: a disk that cannot be read now must not end the week before it has begun.
      newEpoch = epoch;
      if (seen !== restored) await store.setMeta(RESTORED, seen).catch(() => undefined);
    }
  }
  /** Each moment is compared with one of the same clock: a device's may be a year off, and may jump (TM-4). */
  async function isCatchingUp(): Promise<boolean> {
    const restored = seen ?? ((await store.getMeta(RESTORED)) as Restored | undefined);
    if (!restored) return false;
    const server = (await heard())?.server;
    if (server === undefined) return Math.abs(env.now() - (restored.device ?? env.now())) < CATCH_UP_MS;
    if (restored.at !== null) return Math.abs(server - restored.at) < CATCH_UP_MS;
    seen = { ...restored, at: server };
    await store.setMeta(RESTORED, seen).catch(() => undefined);
    return true;
  }
  async function followEpoch(): Promise<boolean> {
    const epoch = newEpoch;
    if (epoch === undefined) return false;
    const lost = await resendLost(env, store, owner).catch(() => null);
    // Not asked: the next answer tells of the epoch again.
    newEpoch = undefined;
    // The next page knows of the restore only by this note: without room for it, the epoch is not acted upon yet.
    const isNoted = await store.setMeta(RESTORED, seen).then(
      () => true,
      () => false,
    );
    if (lost !== null && isNoted) await store.setMeta(EPOCH, epoch).catch(() => undefined);
    return lost !== null && lost > 0;
  }

  async function note(facts: RawResponse): Promise<void> {
    await noteClock(facts);
    if (!('failed' in facts) && facts.epoch && /\bjson\b/i.test(facts.contentType)) await observeEpoch(facts.epoch);
  }

  async function noteClock(facts: RawResponse): Promise<void> {
    if ('failed' in facts || !/\bjson\b/i.test(facts.contentType)) return;
    const server = parseServerTime(facts.heard);
    if (facts.heard != null && server !== null) await keep({ server, device: env.now(), word: facts.heard });
    // An older server gives no word; its Date alone is never put before one.
    else if (facts.date !== null && (await heard())?.word == null)
      await keep({ server: facts.date, device: env.now(), word: null });
  }

  async function observeServerTime(sample: SignedClock): Promise<void> {
    const known = await latestSample();
    // A page before this one heard it, and the outbox something since. A clock that was put back is followed.
    if (known?.word != null && sample.server < known.server && sample.device < known.device) return;
    await keep(sample);
  }

  async function keep(now: SignedClockSample): Promise<void> {
    latest = now;
    const moved = kept === null || Math.abs(now.server - now.device - (kept.server - kept.device)) > OFFSET_GRAIN_MS;
    if (!moved && Math.abs(now.server - (kept?.server ?? 0)) < WORD_GRAIN_MS) return;
    kept = now;
    // Nice to know, not worth failing for.
    await store.setMeta(HEARD, now).catch(() => undefined);
  }

  return { note, observeServerTime, heard, latestSample, serverOffset, observeEpoch, followEpoch, isCatchingUp };
}
