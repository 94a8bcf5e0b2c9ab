/** A browser with one window, on a profile that outlives it: what every engine's driver can do. */
export interface Browser {
  /** As the engine says it of itself. */
  version: string;
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  /** What the body of a function answers that runs in the page: something that JSON can say. */
  run: <T>(body: string) => Promise<T>;
  /** Whether there is such an element, and it is shown. */
  has: (wanted: Wanted) => Promise<boolean>;
  press: (wanted: Wanted) => Promise<void>;
  /** Types into it, key by key. */
  type: (wanted: Wanted, text: string) => Promise<void>;
  chooseFile: (wanted: Wanted, path: string) => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  /** The window as a PNG. */
  picture: () => Promise<Uint8Array>;
  /** Errors and warnings of the console so far. */
  complaints: () => readonly string[];
  /** Ends it as its user does; the profile stays. */
  close: () => Promise<void>;
}

/** An element as people and screen readers know it; `name` and `text` are regular expressions. */
export type Wanted =
  | { role: string; name?: string; text?: string }
  | { label: string; role?: never; name?: never; text?: never };

/** Where the person is who uses it: sign-in asks. */
export const PLACE = { latitude: 12.97, longitude: 77.59, accuracy: 20 };

export class NotThere extends Error {
  override name = 'NotThere';

  constructor(wanted: Wanted) {
    super(`There is no ${JSON.stringify(wanted)}.`);
  }
}
