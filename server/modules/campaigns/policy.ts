import type { Kysely } from 'kysely';
import { campaignCan, mayUseCampaigns } from '#domain/campaign.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { notFound } from '#server/platform/base/errors.ts';
import { campaignById, type CampaignRow } from './repository/campaigns.ts';
import type { Actor } from '#server/platform/http/context.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';

/** Campaigns, companies and contacts are the business of campaign managers and of nobody else (CAMP-7). */
export const assertMayUseCampaigns = (actor: Actor): void => assertAllowed(mayUseCampaigns(actor));

/** Every campaign manager sees every campaign. `read` finds it, and may keep it for the transaction. */
export async function seenCampaign(
  db: Kysely<Tables>,
  actor: Actor,
  id: string,
  read: (db: Kysely<Tables>, id: string) => Promise<CampaignRow | undefined> = campaignById,
): Promise<CampaignRow> {
  assertMayUseCampaigns(actor);
  const row = await read(db, id);
  if (!row) throw notFound();
  return row;
}

/** Changing and deleting is for its creator. */
export const assertOwnCampaign = (actor: Actor, row: CampaignRow): void =>
  assertAllowed(campaignCan.own(actor, { ownerId: row.owner_id, ownerName: row.owner_name }));
