import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** The one organisation that this server is for. */
export const readOrganisation = (db: Kysely<Tables>): Promise<{ id: string; name: string; version: number }> =>
  db.selectFrom('organisation').select(['id', 'name', 'version']).executeTakeFirstOrThrow();

/** The same as sign-in lists it. */
export async function organisationsOf(db: Kysely<Tables>): Promise<{ organisationId: string; name: string }[]> {
  const { id, name } = await readOrganisation(db);
  return [{ organisationId: id, name }];
}

export const nameOrganisation = (tx: Kysely<Tables>, name: string, now: number): Promise<unknown> =>
  tx
    .updateTable('organisation')
    .set(({ eb }) => ({ name, version: eb('version', '+', 1), updated_at: now }))
    .execute();
