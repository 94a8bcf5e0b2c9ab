import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { keyIdOf, openSecret, sealSecret, type SecretsKey } from '#server/platform/settings/secretVariables.ts';
import { StartupError } from '#server/platform/base/errors.ts';

/**
 * Where secrets are kept, and what they are sealed with: the first key seals, each opens; without any they are plain
 * text (S19).
 */
export interface SecretStore {
  db: Kysely<Tables>;
  keys: readonly SecretsKey[];
}

interface Stored {
  name: string;
  value: string;
}

/**
 * The secret itself. Throws `StartupError` naming the missing key: a secret that cannot be opened is never replaced.
 */
function opened({ keys }: Pick<SecretStore, 'keys'>, { name, value }: Stored): string {
  const secret = openSecret(keys, name, value);
  if (secret !== null) return secret;
  const id = keyIdOf(value) ?? '';
  if (keys.some((key) => key.id === id))
    throw new StartupError(
      `The secret "${name}" of this database is not what was sealed by key ${id}. ` +
        'Put a backup of the table secrets back; nothing was changed.',
    );
  const given =
    keys.length === 0
      ? 'SECRETS_KEY and SECRETS_KEY_FILE are not set'
      : `SECRETS_KEY names ${keys.map((key) => key.id).join(', ')}`;
  throw new StartupError(
    `The secrets of this database are sealed by key ${id}, and ${given}. ` +
      'Start it with that key, beside a newer one if there is one; nothing was changed.',
  );
}

/**
 * Seals a secret and inserts it, unless that name is there. Only who opens every other secret makes one: what a server
 * that was left with a replaced key seals, nobody could open once that key is thrown away. Answers whether it was
 * inserted; throws `StartupError` as `opened` does.
 */
async function insertSecret({ db, keys }: SecretStore, { name, value }: Stored): Promise<boolean> {
  const insert = async (tx: Kysely<Tables>): Promise<boolean> => {
    // Rotating waits until this is there, or has been done before it is looked.
    await sql`lock table secrets in row exclusive mode`.execute(tx);
    await assertSecretsOpen({ db: tx, keys });
    const row = { name, value: sealSecret(keys, name, value) };
    const inserting = tx
      .insertInto('secrets')
      .values(row)
      .onConflict((conflict) => conflict.doNothing());
    const added = await inserting.executeTakeFirst();
    return added.numInsertedOrUpdatedRows === 1n;
  };
  return db.isTransaction ? insert(db) : transact(db, insert);
}

/** Reads the secret of that name, making it by `make` when there is none. Concurrent processes agree on one. */
export async function readSecret(
  store: SecretStore,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const { db } = store;
  const read = () => db.selectFrom('secrets').selectAll().where('name', '=', name).executeTakeFirst();
  const found = await read();
  if (found) return opened(store, found);
  await insertSecret(store, { name, value: await make() });
  const made = await read();
  if (!made) throw new Error('A secret was written and is not there');
  return opened(store, made);
}

/** The secret of that name; null when there is none. */
export async function readStoredSecret({ db, keys }: SecretStore, name: string): Promise<string | null> {
  const found = await db.selectFrom('secrets').selectAll().where('name', '=', name).executeTakeFirst();
  return found ? opened({ keys }, found) : null;
}

/** Puts a secret in place of the one of that name, if there is one; where that fails, the one before stays. */
export async function replaceSecret({ db, keys }: SecretStore, name: string, value: string): Promise<void> {
  const replace = async (tx: Kysely<Tables>): Promise<void> => {
    await removeSecret({ db: tx }, name);
    await insertSecret({ db: tx, keys }, { name, value });
  };
  await (db.isTransaction ? replace(db) : transact(db, replace));
}

/** Forgets the secret of that name, if there is one. */
export async function removeSecret({ db }: Pick<SecretStore, 'db'>, name: string): Promise<void> {
  await db.deleteFrom('secrets').where('name', '=', name).execute();
}

/** Number in the name of a later secret: the first has none and counts as 1. */
const numberOf = (name: string): number => Number(/\/(\d+)$/.exec(name)?.[1] ?? 1);

/** All secrets of that name, newest first; makes the first by `make` when there is none (P6). */
export async function readSecrets(
  store: SecretStore,
  name: string,
  make: () => string | Promise<string>,
): Promise<string[]> {
  const found = await store.db
    .selectFrom('secrets')
    .selectAll()
    .where((where) => where.or([where('name', '=', name), where('name', 'like', `${name}/%`)]))
    .execute();
  if (found.length === 0) return [await readSecret(store, name, make)];
  return found.sort((a, b) => numberOf(b.name) - numberOf(a.name)).map((row) => opened(store, row));
}

/** Puts another secret of that name before the others; they stay. Two processes that do so at once add two. */
export async function addSecret(store: SecretStore, name: string, value: string): Promise<void> {
  for (;;) {
    const names = await store.db
      .selectFrom('secrets')
      .select('name')
      .where((where) => where.or([where('name', '=', name), where('name', 'like', `${name}/%`)]))
      .execute();
    const next = names.length === 0 ? name : `${name}/${Math.max(...names.map((each) => numberOf(each.name))) + 1}`;
    if (await insertSecret(store, { name: next, value })) return;
  }
}

/** Every secret by name with the id of the key that seals it; null: it is plain text. */
export const sealsOf = async (
  db: Kysely<Tables>,
): Promise<{ name: string; keyId: string | null; madeAt: number | null }[]> =>
  (await db.selectFrom('secrets').selectAll().orderBy('name').execute()).map(({ name, value, made_at: madeAt }) => ({
    name,
    keyId: keyIdOf(value),
    madeAt,
  }));

/** Opens every secret, and changes none. Throws `StartupError` for the first that these keys do not open. */
export async function assertSecretsOpen(store: SecretStore): Promise<void> {
  for (const row of await store.db.selectFrom('secrets').selectAll().orderBy('name').execute()) opened(store, row);
}

/**
 * Seals by the first key whatever is plain or sealed by another; all of it or nothing. Answers how many. Throws
 * `StartupError` where one cannot be opened.
 */
export async function resealSecrets({ db, keys }: SecretStore): Promise<number> {
  const [newest] = keys;
  if (!newest) throw new StartupError('There is no key to seal with. Set SECRETS_KEY or SECRETS_KEY_FILE.');
  return transact(db, async (tx) => {
    // None is made meanwhile that would be left out.
    await sql`lock table secrets in share row exclusive mode`.execute(tx);
    const rows = await tx.selectFrom('secrets').selectAll().orderBy('name').forUpdate().execute();
    const others = rows.filter(({ value }) => keyIdOf(value) !== newest.id);
    for (const row of rows) opened({ keys }, row);
    for (const row of others)
      await tx
        .updateTable('secrets')
        .set({ value: sealSecret(keys, row.name, opened({ keys }, row)) })
        .where('name', '=', row.name)
        .execute();
    return others.length;
  });
}

/** Rewrites the table's file, where replaced values would remain until overwritten. */
export async function clearOldSecrets(db: Kysely<Tables>): Promise<void> {
  await sql`vacuum full secrets`.execute(db);
}
