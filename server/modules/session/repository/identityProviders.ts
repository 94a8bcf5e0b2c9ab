import { MAX_IDENTITY_PROVIDERS } from '#contract/limits.ts';
import type { Kysely, Selectable } from 'kysely';
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
