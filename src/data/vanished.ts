import { sentRequests } from '#contract/calls/users.ts';
import { vanishedSentence } from '#domain/keeping.ts';
import { call } from './http.ts';
import { KEYS, readLocal, removeLocal } from './local.ts';
import { lastSession } from './sessionStore.ts';

/**
 * Says once that what was kept here has vanished, with what the server knows of this person (ST-3). While the server
 * cannot be asked the note stays for the next time. Loaded only where there is such a note.
 */
export async function tellVanished(thing: 'phone' | 'device', say: (sentence: string) => void): Promise<void> {
  const note = readLocal(KEYS.vanished) as { sure?: boolean; of?: string } | null;
  // One person's alone is told to that person.
  if (note === null || (note.of !== undefined && note.of !== lastSession()?.id)) return;
  const { data } = await call(sentRequests);
  // Another tab may have said it meanwhile.
  if (readLocal(KEYS.vanished) === null) return;
  removeLocal(KEYS.vanished);
  // Without anything left here a session may have been handed over: it is this browser's own only where the server saw
  // another id in it.
  if (note.sure === true || data.otherDevice) say(vanishedSentence(data, thing));
}
