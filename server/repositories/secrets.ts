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
