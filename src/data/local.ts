/** Plain entries of localStorage: what public/boot.js reads, and what belongs to the device alone. What is known of the person stands in firstFrame.ts. */
export const KEYS = { facts: 'kharcha.facts', device: 'kharcha.device', starts: 'kharcha.starts', scheme: 'kharcha.scheme', localView: 'kharcha.localView', push: 'kharcha.push', goOn: 'kharcha.goOn', columns: 'kharcha.columns' } as const;

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
