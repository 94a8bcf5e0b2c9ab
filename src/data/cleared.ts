import { isCleared, markOwner } from '#storage/takeOver.ts';
import { KEYS, vanishedNote, writeLocal, type VanishedNote } from '#start/local.ts';
import { deviceStore, type OpenPerson } from './person.ts';

/**
 * The tripwire of ST-3 for one person: their store has gone while the device's is still here. deviceNotices.ts says
 * it, once.
 */
export async function detectClearedPerson({ id, store }: OpenPerson): Promise<void> {
  if (id === undefined || !(await isCleared(await deviceStore(), id, store))) return;
  // Noted before the mark is put back: closed in between, it is noticed again.
  const note = vanishedNote();
  // A note about the whole device is for everybody; those about others stay beside this one.
  if (note?.of !== undefined || note === null)
    writeLocal(KEYS.vanished, { sure: true, of: [...new Set([...(note?.of ?? []), id])] } satisfies VanishedNote);
  await markOwner(id, store);
}
