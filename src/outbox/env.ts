import type * as SendParts from './sendParts.ts';
import type * as SendTogether from './sendTogether.ts';
import { openChannel, type Channel } from './channel.ts';
import { askPersistence } from '#storage/durability.ts';
import type { Person } from '#storage/person.ts';

/** The outbox's doors to the world. Page and worker use `browserEnv`; tests bring their own. */
export interface OutboxEnv {
  /** Epoch milliseconds of the device. */
  now(): number;
  /** Milliseconds of a clock that nobody sets, from whenever. Without one a hold goes by `now` alone. */
  elapsed?(): number;
  /** 0 ≤ random < 1. */
  random(): number;
  newId(): string;
  /** The session's token if it is this person's, else null. Read for every request; no entry holds one (OB-7). */
  token(owner: string): Promise<string | null>;
  fetch: typeof fetch;
  /**
   * Runs `run` under the named lock if it is free; false when it is not. `alone` tells whether a lock really is held
   * (a browser without locks runs it anyway). For economy only: everything holds without it (OB-5).
   */
  lock(name: string, run: (alone: boolean) => Promise<void>): Promise<boolean>;
  /** SHA-256 in lower-case hex. */
  hash(bytes: ArrayBuffer): Promise<string>;
  channel?(name: string): Channel;
  /** A signal that aborts after the given milliseconds. */
  timeout?(ms: number): AbortSignal;
  /** Asks the browser to keep what is stored. */
  persist?(): Promise<unknown>;
  /** Put before addresses that have no host. */
  baseUrl?: string;
  clientVersion?: string;
  /** Whose outbox it is; the outbox says it itself, by its store. */
  person?: Person;
  /** Headers beside the outbox's own (place, device). */
  headers?(): Record<string, string>;
  /** Headers of uploads alone (organisation). */
  uploadHeaders?(): Record<string, string>;
  /** Brings in what sends files in parts, when the first one is needed; without it every file goes in one piece. */
  inParts?(): Promise<typeof SendParts>;
  /** Brings in what sends several calls in one request; without it each goes by itself. */
  together?(): Promise<typeof SendTogether>;
}

export async function sha256(bytes: ArrayBuffer): Promise<string> {
  return [...new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}

/** 16 random bytes as base64url: never made of the content, for two equal fares are two claims. */
export function randomKey(): string {
  const binary = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16)));
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Takes a Web Lock if it is free; without Web Locks it simply runs. */
export async function webLock(name: string, run: (alone: boolean) => Promise<void>): Promise<boolean> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  if (!locks) {
    await run(false);
    return true;
  }
  return locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await run(true);
    return lock !== null;
  });
}

/** The real world, for page and worker. `clock` is the device's. */
export function browserEnv(
  more: Pick<OutboxEnv, 'token'> & Partial<OutboxEnv>,
  clock: { now(): number } = Date,
): OutboxEnv {
  return {
    now: () => clock.now(),
    elapsed: () => performance.now(),
    random: () => Math.random(),
    newId: randomKey,
    fetch: (...args) => globalThis.fetch(...args),
    lock: webLock,
    hash: sha256,
    channel: openChannel,
    timeout: (ms) => AbortSignal.timeout(ms),
    persist: askPersistence,
    ...more,
  };
}
