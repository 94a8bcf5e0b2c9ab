import type { NewEntry } from './entry.ts';

/** Does `work` with a key for each of the changes: its own, or one that is minted. */
export type Keyed = <R>(inputs: readonly NewEntry[], work: (ids: readonly string[]) => Promise<R>) => Promise<R>;

/**
 * Gives changes their keys, one a tap (OB-3). Where `work` throws, the change may have been saved all the same, for the
 * answer to a commit can be lost; made again without a key of its own it has the same one, and is the same entry (P7).
 * Forms bring their own.
 */
export function createKeyed(newId: () => string): Keyed {
  const unheard = new Map<string, string>();
  return async (inputs, work) => {
    const keys = inputs.map(({ id, endpoint, url, body, ifMatch }, at) => {
      const text = JSON.stringify([at, endpoint, url, body, ifMatch]);
      return { text, id: id ?? unheard.get(text) ?? newId() };
    });
    try {
      const result = await work(keys.map(({ id }) => id));
      for (const { text } of keys) unheard.delete(text);
      return result;
    } catch (error) {
      for (const { text, id } of keys) unheard.set(text, id);
      throw error;
    }
  };
}
