import { sentRequests } from '#contract/calls/users.ts';
import { storageClearedMessage } from '#domain/storageRisk.ts';
import { call } from './http.ts';
import { KEYS, removeLocal, vanishedNote, writeLocal } from './local.ts';
import { lastSession } from './sessionStore.ts';

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
