/** Asking the browser to keep what is stored (ST-1). Works in page and worker; where it cannot ask, it says so. */

export type Persistence = 'granted' | 'refused' | 'unknown';
export interface Room {
  usedBytes: number;
  quotaBytes: number;
  /** Below this the person is told, before it is full. */
  scarce: boolean;
}

const SCARCE_BYTES = 20_000_000;
/** Firefox asks the person, who may leave that open: until it is answered, nothing is promised. */
const ANSWER_MS = 10_000;
const manager = (): StorageManager | undefined =>
  (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;

let asked: Promise<Persistence> | undefined;

/**
 * Asks once per page that the browser never evicts this origin. Called when the first entry waits: a moment people
 * understand. A browser that cannot be asked has refused.
 */
export function askPersistence(): Promise<Persistence> {
  asked ??= (async () => {
    const storage = manager();
    if (!storage) return 'refused';
    try {
      if (await storage.persisted()) return 'granted';
      // A worker may look, but not ask.
      if (!('persist' in storage) || typeof storage.persist !== 'function') return 'unknown';
      const unanswered = new Promise<false>((settle) => setTimeout(settle, ANSWER_MS, false));
      return (await Promise.race([storage.persist(), unanswered])) ? 'granted' : 'refused';
    } catch {
      return 'unknown';
    }
  })();
  return asked;
}

/** How much room is left, where the browser tells; null where not. */
export async function room(): Promise<Room | null> {
  try {
    const estimate = await manager()?.estimate();
    if (estimate?.usage === undefined || estimate.quota === undefined) return null;
    return {
      usedBytes: estimate.usage,
      quotaBytes: estimate.quota,
      scarce: estimate.quota - estimate.usage < SCARCE_BYTES,
    };
  } catch {
    return null;
  }
}
