/**
 * Plain entries of localStorage: what the start script reads, and what belongs to the device alone. What is known of
 * the person is in data/bootCache.ts.
 */
export const KEYS = {
  facts: 'kharcha.facts',
  device: 'kharcha.device',
  starts: 'kharcha.starts',
  scheme: 'kharcha.scheme',
  localView: 'kharcha.localView',
  push: 'kharcha.push',
  goOn: 'kharcha.goOn',
  columns: 'kharcha.columns',
  clock: 'kharcha.clock',
  stored: 'kharcha.stored',
  vanished: 'kharcha.vanished',
  said: 'kharcha.said',
  /** That a photo is being read: it stays where the page ends meanwhile. */
  reading: 'kharcha.reading',
} as const;

/** In sessionStorage: that a code is on its way, for as long as the tab lives. */
export const SENT_CODE = 'kharcha.code';

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

/** Names of what start pages showed last begin so, before the page's path (snapshot.ts). */
export const SNAPSHOTS = 'kharcha.shown';

/** Forgets what the starts of a session are made of, when it begins or ends: what pages asked first, and showed. */
export function forgetStarts(): void {
  removeLocal(KEYS.starts);
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(`${SNAPSHOTS}/`)) removeLocal(key);
  } catch {
    // As above.
  }
}

/**
 * The device's id as the last page left it here, where it can be read at once; null when nothing did. It belongs to the
 * device's own store (`deviceId` in person.ts).
 */
export function notedDeviceId(): string | null {
  const known = readLocal(KEYS.device);
  return typeof known === 'string' && known !== '' ? known : null;
}

/** What is gone: the whole device's data, or these people's stores; `sure` where the server need not confirm it. */
export interface VanishedNote {
  sure: boolean;
  of?: readonly string[];
}

/** What is noted as vanished and not said yet. A build before noted one person alone. */
export function vanishedNote(): VanishedNote | null {
  const note = readLocal(KEYS.vanished) as { sure: boolean; of?: string | readonly string[] } | null;
  return note?.of === undefined ? (note as VanishedNote | null) : { ...note, of: [note.of].flat() };
}
