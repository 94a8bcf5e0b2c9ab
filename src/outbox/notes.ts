import { resendLost } from './confirmed.ts';
import type { OutboxEnv } from './env.ts';
import type { Facts } from './outcome.ts';
import type { OutboxStore } from './store.ts';

const OFFSET = 'serverOffset';
const EPOCH = 'dbEpoch';
/** Which new life of the database this phone has seen last, and when. */
const RESTORED = 'dbRestored';
/** A clock difference is noted when it has changed by more than this. */
const OFFSET_GRAIN_MS = 2_000;
/** How long after a restore the phones have told the server again what it lost; who is later is asked about. */
const CATCH_UP_MS = 7 * 86_400_000;

interface Restored {
  epoch: string;
  /** Epoch milliseconds of the device. */
  at: number;
}

/** What answers tell beside what was asked: how late it is (TM-1), and which life of the database they are from (X58). */
export interface Notes {
  note(facts: Facts): Promise<void>;
  /** Milliseconds by which the server's clock is ahead; null when no answer has come yet. */
  serverOffset(): Promise<number | null>;
  sawEpoch(epoch: string): Promise<void>;
  /** When the database is an older one than this phone knows, what it lost goes out again. Answers whether there is more to send. */
  followEpoch(): Promise<boolean>;
  /** Whether other phones may still have to tell a restored database what it lost (P18). */
  isCatchingUp(): Promise<boolean>;
}

export function takeNotes(env: OutboxEnv, store: OutboxStore, owner: string): Notes {
  let offset: number | null | undefined;
  const serverOffset = async (): Promise<number | null> => {
    if (offset === undefined) {
      const kept = await store.getMeta(OFFSET);
      offset = typeof kept === 'number' ? kept : null;
    }
    return offset;
  };
  /** The epoch that the server spoke of last and that this phone has not acted upon. */
  let newEpoch: string | undefined;
  async function sawEpoch(epoch: string): Promise<void> {
    const known = await store.getMeta(EPOCH);
    if (known === undefined) await store.setMeta(EPOCH, epoch).catch(() => undefined);
    else if (known !== epoch) {
      newEpoch = epoch;
      const restored = await store.getMeta(RESTORED);
      if ((restored as Restored | undefined)?.epoch !== epoch) await store.setMeta(RESTORED, { epoch, at: env.now() } satisfies Restored).catch(() => undefined);
    }
  }
  async function isCatchingUp(): Promise<boolean> {
    const restored = (await store.getMeta(RESTORED)) as Restored | undefined;
    return restored !== undefined && Math.abs(env.now() - restored.at) < CATCH_UP_MS;
  }
  async function followEpoch(): Promise<boolean> {
    const epoch = newEpoch;
    if (epoch === undefined) return false;
    const lost = await resendLost(env, store, owner).catch(() => null);
    // Not asked: the next answer tells of the epoch again.
    newEpoch = undefined;
    if (lost !== null) await store.setMeta(EPOCH, epoch).catch(() => undefined);
    return lost !== null && lost > 0;
  }

  async function note(facts: Facts): Promise<void> {
    await noteClock(facts);
    if (!('failed' in facts) && facts.epoch && /\bjson\b/i.test(facts.contentType)) await sawEpoch(facts.epoch);
  }

  async function noteClock(facts: Facts): Promise<void> {
    if ('failed' in facts || facts.date === null || !/\bjson\b/i.test(facts.contentType)) return;
    const now = facts.date - env.now();
    const before = await serverOffset();
    if (before !== null && Math.abs(now - before) <= OFFSET_GRAIN_MS) return;
    offset = now;
    // Nice to know, not worth failing for.
    await store.setMeta(OFFSET, now).catch(() => undefined);
  }

  return { note, serverOffset, sawEpoch, followEpoch, isCatchingUp };
}
