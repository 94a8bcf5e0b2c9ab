import type { WriteTx } from '#storage/schema.ts';
import type { World } from './world.ts';

/** The bytes that this write puts where none lay are damaged; when it puts none, the next one's are. */
export async function tear<R>(world: World, tx: WriteTx, work: (tx: WriteTx) => Promise<R>): Promise<R> {
  const bytes = tx.objectStore('bytes');
  const before = new Set(await bytes.getAllKeys());
  const result = await work(tx);
  const added = (await bytes.getAll()).filter(({ hash }) => !before.has(hash));
  if (added.length > 0) world.tornWrites -= 1;
  for (const row of added) {
    world.everTorn = true;
    const sealed = new Uint8Array(row.sealed);
    sealed.set([(sealed.at(-1) ?? 0) ^ 1], sealed.length - 1);
    await bytes.put(row);
  }
  return result;
}
