import { isCleared, markOwner } from '#storage/takeOver.ts';
import { KEYS, writeLocal } from './local.ts';
import { deviceStore, type PersonHere } from './person.ts';

/**
 * The tripwire of ST-3 for one person: their store has gone while the device's is still here. vanished.ts says it,
 * once.
 */
export async function noticeCleared({ id, store }: PersonHere): Promise<void> {
  if (id === undefined || !(await isCleared(await deviceStore(), id, store))) return;
  // Noted before the mark is put back: closed in between, it is noticed again.
  writeLocal(KEYS.vanished, { sure: true, of: id });
  await markOwner(id, store);
}
