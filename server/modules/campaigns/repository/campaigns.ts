import { sql, type Insertable, type Kysely, type Selectable, type Updateable } from 'kysely';
import type { TermField } from '#contract/campaignOptions.ts';
import type { CampaignsTable } from '#server/platform/database/tables/campaignTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** A campaign with whose it is. */
export interface CampaignRow extends Selectable<CampaignsTable> {
  owner_email: string;
  owner_name: string;
}

const wide = (db: Kysely<Tables>) =>
  db
    .selectFrom('campaigns as g')
    .innerJoin('people as p', 'p.id', 'g.owner_id')
    .selectAll('g')
    .select(['p.email as owner_email', 'p.name as owner_name'])
    .where('g.deleted_at', 'is', null);

/** One that was not deleted. */
export const campaignById = (db: Kysely<Tables>, id: string): Promise<CampaignRow | undefined> =>
  wide(db).where('g.id', '=', id).executeTakeFirst();

/** The same, kept from everybody else's changes until the transaction ends. */
export async function lockCampaign(tx: Kysely<Tables>, id: string): Promise<CampaignRow | undefined> {
  const found = await tx.selectFrom('campaigns').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found && campaignById(tx, id);
}

/** What a key made, though it may have been deleted since. */
export const campaignByKey = (tx: Kysely<Tables>, ownerId: string, key: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('campaigns')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('creation_key', '=', key)
    .executeTakeFirst();

/** By the address of its report file. */
export const campaignByFile = (db: Kysely<Tables>, fileUrl: string): Promise<CampaignRow | undefined> =>
  wide(db).where('g.file_url', '=', fileUrl).executeTakeFirst();

/** A page of everybody's, newest first. */
export async function campaignPage(
  db: Kysely<Tables>,
  page: { size: number; number: number },
): Promise<{ rows: CampaignRow[]; total: number }> {
  const rows = await wide(db)
    .orderBy('g.created_at', 'desc')
    .orderBy('g.id', 'desc')
    .limit(page.size)
    .offset(page.size * page.number)
    .execute();
  const { n } = await db
    .selectFrom('campaigns')
    .select(sql<number>`count(*)`.as('n'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

const MAX_TOGETHER = 5_000;
/** The newest of all, for figures about them together. */
export const campaignsMade = (db: Kysely<Tables>): Promise<CampaignRow[]> =>
  wide(db).orderBy('g.created_at', 'desc').limit(MAX_TOGETHER).execute();

export const insertCampaign = (tx: Kysely<Tables>, row: Insertable<CampaignsTable>): Promise<unknown> =>
  tx.insertInto('campaigns').values(row).execute();

export const updateCampaign = (tx: Kysely<Tables>, id: string, changes: Updateable<CampaignsTable>): Promise<unknown> =>
  tx.updateTable('campaigns').set(changes).where('id', '=', id).execute();

/** Values of a list that comes with the data, as people read them, which hold the text; in any case, '' for all. */
export async function termsLike(db: Kysely<Tables>, field: TermField, text: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('campaign_terms')
    .select('value')
    .where('field', '=', field)
    .where(sql<boolean>`strpos(lower(value), lower(${text})) > 0`)
    .orderBy(sql`lower(value)`)
    .limit(most)
    .execute();
  return rows.map(({ value }) => value);
}
