import {
  COUNTS,
  type Campaign,
  type CampaignCounts,
  type CampaignRow,
  type CountDifference,
} from '#contract/campaign.ts';
import { campaignCan, noFilters } from '#domain/campaign.ts';
import type { CampaignRow as Row } from './repository/campaigns.ts';
import type { Actor } from '#server/platform/http/context.ts';

/** Campaigns as they are answered. */

const secondsOf = (millis: number): number => Math.floor(millis / 1_000);

export const campaignRowAnswer = (row: Row, actor: Pick<Actor, 'id'>): CampaignRow => ({
  campaignId: row.id,
  campaignName: row.name,
  campaignMode: row.filters.campaignMode,
  csvCount: row.csv_count,
  status: row.status,
  createdOn: secondsOf(row.created_at),
  userEmail: row.owner_email,
  userName: row.owner_name,
  fileUrl: row.file_url,
  failure: row.failure,
  mayChange: campaignCan.own(actor, { ownerId: row.owner_id, ownerName: row.owner_name }).ok,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/** Filters that were added to the form since the campaign was made are not chosen in it. */
export const campaignAnswer = (row: Row, actor: Pick<Actor, 'id'>): Campaign => ({
  ...noFilters(),
  ...row.filters,
  ...campaignRowAnswer(row, actor),
  reportFileUrl: row.file_url,
  reportSummaryData: row.counts,
  waterfall: row.waterfall,
  countedOn: secondsOf(row.counted_at),
});

const eachCount = (of: (name: (typeof COUNTS)[number]) => number): CampaignCounts =>
  Object.fromEntries(COUNTS.map((name) => [name, of(name)])) as CampaignCounts;

/** What changed since a campaign was counted last (CAMP-14). */
export const differenceTo = (row: Row, now: CampaignCounts): CountDifference => ({
  campaignId: row.id,
  campaignName: row.name,
  countedOn: secondsOf(row.counted_at),
  before: row.counts,
  change: eachCount((name) => now[name] - row.counts[name]),
});
