import type { Kysely } from 'kysely';
import type { Tables } from '#server/database/tables.ts';

/** Reads the secret of that name, making it by `make` when there is none. Two processes that make it at once agree on one. */
export async function readSecret(db: Kysely<Tables>, name: string, make: () => string | Promise<string>): Promise<string> {
  const read = () => db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst();
  const found = await read();
  if (found) return found.value;
  await db.insertInto('secrets').values({ name, value: await make() }).onConflict((conflict) => conflict.doNothing()).execute();
  const made = await read();
  if (!made) throw new Error('A secret was written and is not there');
  return made.value;
}

/** Number in the name of a later secret: the first has none and counts as 1. */
const numberOf = (name: string): number => Number(/\/(\d+)$/.exec(name)?.[1] ?? 1);

/** All secrets of that name, newest first; makes the first by `make` when there is none (P6). */
export async function readSecrets(db: Kysely<Tables>, name: string, make: () => string | Promise<string>): Promise<string[]> {
  const read = () => db.selectFrom('secrets').selectAll().where((where) => where.or([where('name', '=', name), where('name', 'like', `${name}/%`)])).execute();
  const found = await read();
  if (found.length === 0) return [await readSecret(db, name, make)];
  return found.sort((a, b) => numberOf(b.name) - numberOf(a.name)).map(({ value }) => value);
}

/** Puts another secret of that name before the others; they stay. Two processes that do so at once add two. */
export async function addSecret(db: Kysely<Tables>, name: string, value: string): Promise<void> {
  for (;;) {
    const names = await db.selectFrom('secrets').select('name').where((where) => where.or([where('name', '=', name), where('name', 'like', `${name}/%`)])).execute();
    const next = names.length === 0 ? name : `${name}/${Math.max(...names.map((each) => numberOf(each.name))) + 1}`;
    const added = await db.insertInto('secrets').values({ name: next, value }).onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
    if (added.numInsertedOrUpdatedRows === 1n) return;
  }
}
