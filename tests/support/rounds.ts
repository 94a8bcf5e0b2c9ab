/**
 * Counts how often IndexedDB is asked again after it has answered, while `work` runs: what is asked without waiting for
 * an answer in between is one round.
 */
export async function roundsOf(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let answered = true;
  const undo: (() => void)[] = [];
  for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype] as unknown as Record<string, Ask>[])
    for (const name of ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'put', 'delete']) {
      const ask = prototype[name];
      if (!ask) continue;
      prototype[name] = function (this: unknown, ...words) {
        if (answered) rounds += 1;
        answered = false;
        const request = ask.apply(this, words);
        request.addEventListener('success', () => (answered = true));
        return request;
      };
      undo.push(() => (prototype[name] = ask));
    }
  try {
    await work();
  } finally {
    for (const step of undo) step();
  }
  return rounds;
}

type Ask = (this: unknown, ...words: unknown[]) => IDBRequest;
