import { setImmediate as turn } from 'node:timers/promises';

/** Limits concurrency: at most `concurrency` tasks run at once; the others wait in FIFO order. */
export function createLimiter(concurrency: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const AT_ONCE = 100;

/**
 * Parts of a long list, with a turn of the event loop before each but the first: other requests are not kept waiting
 * (S1).
 */
export async function* batchesOf<Item>(items: readonly Item[], atOnce = AT_ONCE): AsyncGenerator<readonly Item[]> {
  for (let at = 0; at < items.length; at += atOnce) {
    if (at > 0) await turn();
    yield items.slice(at, at + atOnce);
  }
}

/** `items.map(make)`, in batches. */
export async function mapInBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for await (const batch of batchesOf(items)) made.push(...batch.map(make));
  return made;
}

/** Runs what pauses now and then, with a turn of the event loop at each pause (S1). */
export async function inTurns<Made>(steps: Generator<unknown, Made>): Promise<Made> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await turn();
  }
}
