/**
 * The small facts that the first frame needs, kept in localStorage: who is signed in, the configuration, the device's id.
 * Written at once and not by a throttled persister, because a page left right after sign-in would lose them.
 */
export const KEYS = { session: 'kharcha.session', config: 'kharcha.config', device: 'kharcha.device', starts: 'kharcha.starts', scheme: 'kharcha.scheme', localView: 'kharcha.localView' } as const;

export function readLocal(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden localStorage costs the quick first frame, nothing else.
  }
}

export function removeLocal(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

/** A random id of this device, made once. */
export function deviceId(): string {
  const known = readLocal(KEYS.device);
  if (typeof known === 'string' && known !== '') return known;
  const made = crypto.randomUUID();
  writeLocal(KEYS.device, made);
  return made;
}
