import { requirePerson } from '#data/person.ts';
import { closeRuntime } from '#data/runtime.ts';
import { openStore } from '#outbox/store.ts';
import { cipherOf } from '#storage/vault.ts';

/**
 * Leaves nothing in the outbox of who is signed in: not even what is being sent or has been, which nobody can throw
 * away. By a commit, so that one which is being sealed meanwhile puts nothing back.
 */
export async function emptyOutbox(): Promise<void> {
  await closeRuntime();
  const { store, key } = await requirePerson();
  const all = openStore(store, cipherOf(key), null, () => undefined);
  await all.update(({ entries }) => ({ remove: entries.map(({ id }) => id), result: true }));
}
