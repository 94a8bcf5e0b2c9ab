import { sentRequests } from '#contract/calls/users.ts';
import { storageClearedMessage, storageRiskMessage } from '#domain/storageRisk.ts';
import { askPersistence, room } from '#storage/durability.ts';
import { call } from './http.ts';
import { KEYS, removeLocal, vanishedNote, writeLocal } from '#start/local.ts';
import { sayOnce } from './sayOnce.ts';
import { lastSession } from './sessionStore.ts';

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

/**
 * Says once that what was kept here has vanished, with what the server knows of this person (ST-3). While the server
 * cannot be asked the note stays for the next time. Loaded only where there is such a note.
 */
export async function notifyStorageCleared(thing: 'phone' | 'device', say: (message: string) => void): Promise<void> {
  const note = vanishedNote();
  const id = lastSession()?.id;
  // One person's alone is told to that person.
  if (note === null || (note.of && (id === undefined || !note.of.includes(id)))) return;
  const { data } = await call(sentRequests);
  // Another tab may have said it meanwhile.
  const now = vanishedNote();
  if (now === null || (now.of && id !== undefined && !now.of.includes(id))) return;
  const others = now.of?.filter((each) => each !== id) ?? [];
  if (others.length > 0) writeLocal(KEYS.vanished, { ...now, of: others });
  else removeLocal(KEYS.vanished);
  // Without anything left here a session may have been handed over: it is this browser's own only where the server saw
  // another id in it.
  if (note.sure || data.otherDevice) say(storageClearedMessage(data, thing));
}
