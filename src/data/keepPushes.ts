import { KEYS, readLocal } from '#start/local.ts';

/**
 * Where pushes to this device are on, has them belong to this session: a new one takes them before the old one ends.
 */
export const keepPushes = async (): Promise<void> => {
  if (readLocal(KEYS.push) !== null)
    await import('./devicePush.ts').then(({ keepOn }) => keepOn()).catch(() => undefined);
};
