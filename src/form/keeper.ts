import type { DraftRef } from '#outbox/draftRows.ts';
import type { SetAsideReason, Writer } from '#outbox/drafts.ts';
import { randomKey } from '#outbox/env.ts';

/** A draft as it was found: its content, its key (see `DraftRef`), and the form that wrote it. */
export interface FoundDraft<Value> {
  value: Value;
  id: string;
  by?: string | undefined;
  /** When it was written; epoch milliseconds of the device. */
  at?: number | undefined;
}

/** Where drafts are kept; the device's own store in the product. */
export interface DraftPort<Value> {
  load: (key: string) => Promise<FoundDraft<Value> | null>;
  save: (key: string, value: Value, writer: Writer & { id: string; by: string }) => Promise<void>;
  /** Only the draft with this id, if there is one. */
  remove: (key: string, id: string) => Promise<void>;
  /** Why something that was typed here cannot come back. */
  kept?: (key: string) => Promise<SetAsideReason | null>;
  /** Throws away what can never be read. */
  dropKept?: (key: string) => Promise<void>;
}

/** A pause in typing this long puts the form on the device; DR-1 gives one second in all. */
const PAUSE_MS = 500;

/** One form's draft, from the first letter until it is stored elsewhere or thrown away. */
export interface Keeper<Value> {
  /** Names the draft for what is made of it: its key is the Idempotency-Key, minted here or found with the draft. */
  ref(): DraftRef & { id: string };
  /** What was left behind last time; null when there is nothing, or when something newer has been typed meanwhile. */
  find(): Promise<FoundDraft<Value> | null>;
  /** Takes up what was found; false when something newer was typed meanwhile, which is kept. */
  accept(found: FoundDraft<Value>): boolean;
  /** Takes the newest content; it is saved after a pause. */
  keep(value: Value): void;
  /** Saves at once. */
  flush(): Promise<void>;
  rest(): Promise<void>;
  resume(): Promise<void>;
  clear(): Promise<void>;
  drop(): Promise<void>;
  end(): void;
  /** After `end`, for a form that is shown again. */
  begin(): void;
}

const afterPause = (run: () => void): (() => void) => {
  const timer = setTimeout(run, PAUSE_MS);
  return () => clearTimeout(timer);
};

/** What the forms of a page share. */
export interface KeeperPage {
  /** Runs something after a pause in typing, and answers how to call it off. */
  pause: (run: () => void) => () => void;
  /** What is being written, by the key of the draft: a form that is opened as another one closes waits for it. */
  writings: Map<string, Promise<void>>;
}
const PAGE: KeeperPage = { pause: afterPause, writings: new Map() };

/** Once the forms of this page have written what they have for this draft. */
export const draftWritten = async (key: string, { writings } = PAGE): Promise<void> => writings.get(key);

export function openKeeper<Value>(key: string, port: DraftPort<Value>, page = PAGE): Keeper<Value> {
  const { pause, writings } = page;
  const me = randomKey();
  let id = randomKey();
  /** Whose writing lies on the device, as far as this form knows. */
  let by: string = me;
  let unsaved: { value: Value } | null = null;
  /** To be offered again where it could not be stored elsewhere, for its place may have been taken or cleared. */
  let last: { value: Value } | null = null;
  let [typed, ended, resting] = [false, false, false];
  let callOff = (): void => undefined;
  let writing: Promise<void> = Promise.resolve();
  /** One after the other, so that an older content never overwrites a newer one. */
  const next = (work: () => Promise<void>): Promise<void> => {
    writing = writing.then(work).catch(() => undefined);
    writings.set(key, writing);
    return writing;
  };

  const save = async (value: Value): Promise<void> => {
    if (ended) return;
    await port.save(key, value, { id, by: me });
    by = me;
  };
  const flush = (): Promise<void> => {
    callOff();
    if (ended || resting || !unsaved) return writing;
    const { value } = unsaved;
    unsaved = null;
    return next(() => save(value));
  };
  const end = (): void => {
    callOff();
    unsaved = null;
    last = null;
    ended = true;
  };
  return {
    ref: () => ({ key, id, by }),
    async find() {
      await draftWritten(key, page);
      const found = await port.load(key);
      // On a slow device something may have been typed, and kept, before the old one is found: the newer one is kept.
      return typed ? null : found;
    },
    accept(found) {
      if (typed) return false;
      ({ id, by = me } = found);
      return true;
    },
    keep(value) {
      if (ended) return;
      unsaved = { value };
      last = unsaved;
      typed = true;
      callOff();
      callOff = pause(() => void flush());
    },
    flush,
    rest() {
      callOff();
      resting = true;
      return writing;
    },
    resume() {
      resting = false;
      unsaved ??= last;
      return flush();
    },
    clear() {
      callOff();
      unsaved = null;
      last = null;
      const gone = id;
      id = randomKey();
      by = me;
      // After what is being written, and before what is written next.
      return next(() => port.remove(key, gone));
    },
    drop() {
      end();
      return next(() => port.remove(key, id));
    },
    end,
    begin() {
      ended = false;
    },
  };
}
