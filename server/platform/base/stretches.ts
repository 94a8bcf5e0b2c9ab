import { setImmediate as turn } from 'node:timers/promises';

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

/** `items.map(make)`, in such stretches. */
export async function mapInBatches<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for await (const batch of batchesOf(items)) made.push(...batch.map(make));
  return made;
}
