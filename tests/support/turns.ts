/**
 * Takes turns between the tabs: every touch of the world outside memory waits here until the schedule picks it, and is
 * carried out alone. So a schedule fixes every interleaving, and a tab can be stopped for ever at each of its awaits.
 */
interface Pending {
  tab: object | null;
  label: string;
  run: () => Promise<void>;
  /** For writes: what a kill may leave behind, done but never heard of. */
  unheard?: (() => Promise<unknown>) | undefined;
}

const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Turns {
  #pending: Pending[] = [];
  readonly #stopped = new Set<object>();
  readonly #frozen = new Set<object>();
  taken = 0;

  /** Waits for its turn, then does `work`. Never resolves for a tab that was stopped. */
  take<R>(tab: object | null, label: string, work: () => Promise<R> | R, writes = false): Promise<R> {
    return new Promise((resolve, reject) => {
      if (tab && this.#stopped.has(tab)) return;
      const run = async (): Promise<void> => {
        try {
          const result = await work();
          if (!tab || !this.#stopped.has(tab)) resolve(result);
        } catch (error) {
          if (!tab || !this.#stopped.has(tab)) reject(error as Error);
        }
      };
      this.#pending.push({ tab, label, run, unheard: writes ? async () => work() : undefined });
    });
  }

  /** Carries out one of those whose turn it may be; false when there is none. */
  async next(pick: number): Promise<boolean> {
    const able = this.#pending.filter(({ tab }) => !tab || !this.#frozen.has(tab));
    const chosen = able[pick % Math.max(able.length, 1)];
    if (!chosen) return false;
    this.#pending.splice(this.#pending.indexOf(chosen), 1);
    this.taken += 1;
    await chosen.run();
    await flush();
    return true;
  }

  /** Kills a tab: what it waits for never comes. `last`: the write that was on its way still gets through. */
  async stop(tab: object, last: boolean): Promise<void> {
    this.#stopped.add(tab);
    this.#frozen.delete(tab);
    const mine = this.#pending.filter((each) => each.tab === tab);
    this.#pending = this.#pending.filter((each) => each.tab !== tab);
    const write = mine.find(({ unheard }) => unheard);
    if (last && write?.unheard) await write.unheard().catch(() => undefined);
    await flush();
  }

  /** Lets everything run on until it waits for a turn. */
  settle = flush;

  freeze(tab: object): void {
    if (!this.#stopped.has(tab)) this.#frozen.add(tab);
  }
  thaw(tab: object): void {
    this.#frozen.delete(tab);
  }
  isFrozen = (tab: object): boolean => this.#frozen.has(tab);
  isStopped = (tab: object): boolean => this.#stopped.has(tab);
}
