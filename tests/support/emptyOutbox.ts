import { outbox } from '#data/entries.ts';
import { requirePerson } from '#data/person.ts';
import { closeRuntime } from '#data/runtime.ts';

/** Leaves nothing in the outbox of who is signed in: not even what has been sent, which nobody can throw away. */
export async function emptyOutbox(): Promise<void> {
  const box = await outbox();
  const kept: string[] = [];
  for (const { id } of await box.list()) await box.discard(id).catch(() => kept.push(id));
  if (kept.length === 0) return;
  const { store } = await requirePerson();
  await closeRuntime();
  await store.write(['outbox'], (tx) => Promise.all(kept.map((id) => tx.objectStore('outbox').delete(id))));
}
