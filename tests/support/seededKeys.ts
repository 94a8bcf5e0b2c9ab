/**
 * Does `work` with random keys that follow from `seed`, so that a schedule that failed fails again: keys decide the
 * order in which a store lists its rows.
 */
export async function withSeededKeys<R>(seed: number, work: () => Promise<R>): Promise<R> {
  let state = seed >>> 0;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24;
  const seeded = {
    getRandomValues: <T extends ArrayBufferView | null>(array: T): T => {
      if (array instanceof Uint8Array) array.set(array.map(next));
      return array;
    },
  };
  Object.assign(crypto, seeded);
  try {
    return await work();
  } finally {
    for (const name of Object.keys(seeded)) Reflect.deleteProperty(crypto, name);
  }
}
