import { SYNC_TAG, type SyncRegistry } from '#outbox/backgroundSync.ts';

/**
 * The browser's Background Sync: one registration a phone, used up when its event succeeds, and after some that fail.
 */
export class Sync implements SyncRegistry {
  state: 'none' | 'pending' | 'firing' | 'again' = 'none';
  #last = false;
  /** The event that is being carried out; what an earlier one comes to does not count any more. */
  #event: object | null = null;

  register = (tag: string): Promise<void> => {
    if (tag === SYNC_TAG && this.state !== 'again') this.state = this.state === 'firing' ? 'again' : 'pending';
    return Promise.resolve();
  };

  getTags = (): Promise<string[]> => Promise.resolve(this.state === 'none' ? [] : [SYNC_TAG]);

  /** Fires the event; `last`: the browser gives up if it fails, and `gaveUp` is told. */
  async fire(event: object, last: boolean, run: () => Promise<void>, gaveUp: () => void): Promise<void> {
    this.#event = event;
    this.#last = last;
    this.state = 'firing';
    const succeeded = await run().then(
      () => true,
      () => false,
    );
    this.end(event, succeeded, gaveUp);
  }

  /** The event has come to its end, or the worker to its own. */
  end(event: object, succeeded: boolean, gaveUp: () => void): void {
    if (this.#event !== event) return;
    this.#event = null;
    const isOver = this.state === 'firing' && (succeeded || this.#last);
    if (isOver && !succeeded) gaveUp();
    this.state = isOver ? 'none' : 'pending';
  }
}
