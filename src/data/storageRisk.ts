import { storageRiskMessage } from '#domain/storageRisk.ts';
import { askPersistence, room } from '#storage/durability.ts';
import { sayOnce } from './sayOnce.ts';

/** Only Safari on an iPhone or iPad has `navigator.standalone`. */
const inSafariTab = (): boolean => (navigator as { standalone?: boolean }).standalone === false;

const isInstalled = (): boolean =>
  typeof window.matchMedia === 'function' && window.matchMedia('(display-mode: standalone)').matches;

/** Only Chrome and its kin tell. */
const heapBytes = (): number | null =>
  (performance as { memory?: { jsHeapSizeLimit?: number } }).memory?.jsHeapSizeLimit ?? null;

/**
 * What may happen here to what waits (ST-2), or null. Asks the browser to keep it, once a page: called where something
 * waits.
 */
export async function storageRisk(): Promise<string | null> {
  const [persistence, left] = await Promise.all([askPersistence(), room()]);
  return storageRiskMessage({
    persistence,
    safariTab: inSafariTab(),
    installed: isInstalled(),
    quotaBytes: left?.quotaBytes ?? null,
    heapBytes: heapBytes(),
  });
}

/** Says it once on this device. */
export async function warnOfStorageRisk(say: (message: string) => void): Promise<void> {
  const message = await storageRisk();
  if (message !== null) await sayOnce('mayGo', () => say(message));
}
