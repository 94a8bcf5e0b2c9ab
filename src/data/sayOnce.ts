import { KEYS, readLocal, writeLocal } from '#start/local.ts';
import { deviceStore } from './person.ts';

/** Says something once on this device, for ever: noted in both of its stores, of which either may go. */
export async function sayOnce(name: string, say: () => void): Promise<void> {
  const said = readLocal(KEYS.said) as Record<string, true> | null;
  if (said?.[name] === true) return;
  writeLocal(KEYS.said, { ...said, [name]: true });
  const store = await deviceStore().catch(() => null);
  if ((await store?.get(`said/${name}`)) === true) return;
  say();
  await store?.set(`said/${name}`, true);
}
