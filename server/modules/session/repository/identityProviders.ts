import { MAX_IDENTITY_PROVIDERS } from '#contract/limits.ts';
import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import type { IdentityProvidersTable } from '#server/platform/database/tables/identityTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

export type ProviderRow = Selectable<IdentityProvidersTable>;

/** The provider of that id, if people may sign in there. */
export const enabledProvider = (db: Kysely<Tables>, id: string): Promise<ProviderRow | undefined> =>
  db.selectFrom('identity_providers').selectAll().where('id', '=', id).where('enabled', '=', true).executeTakeFirst();

/** The buttons of the login page, in their order. */
export const providerButtons = (db: Kysely<Tables>): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom('identity_providers')
    .select(['id', 'name'])
    .where('enabled', '=', true)
    .orderBy('position')
    .orderBy('name')
    .orderBy('id')
    .limit(MAX_IDENTITY_PROVIDERS)
    .execute();

/** All of them, in the order of their buttons. */
export const allProviders = (db: Kysely<Tables>): Promise<ProviderRow[]> =>
  db.selectFrom('identity_providers').selectAll().orderBy('position').orderBy('name').orderBy('id').execute();

/** Which of them have a client secret, by the names of secrets. */
export const namesOfSecrets = async (db: Kysely<Tables>, names: readonly string[]): Promise<Set<string>> =>
  names.length === 0
    ? new Set()
    : new Set(
        (await db.selectFrom('secrets').select('name').where('name', 'in', names).execute()).map(({ name }) => name),
      );

/** Lets one transaction at a time add a provider, so that they are counted. */
export const holdProviders = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('identity providers', 0))`.execute(tx);

/** A provider, kept from everybody else's changes until the transaction ends. */
export const lockProvider = (tx: Kysely<Tables>, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom('identity_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type Columns = Insertable<IdentityProvidersTable>;

export const insertProvider = (tx: Kysely<Tables>, row: Columns): Promise<unknown> =>
  tx.insertInto('identity_providers').values(row).execute();

export const updateProvider = (tx: Kysely<Tables>, id: string, changes: Partial<Columns>): Promise<unknown> =>
  tx.updateTable('identity_providers').set(changes).where('id', '=', id).execute();

export const removeProvider = (tx: Kysely<Tables>, id: string): Promise<unknown> =>
  tx.deleteFrom('identity_providers').where('id', '=', id).execute();
