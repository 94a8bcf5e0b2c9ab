import {
  campaignOptions,
  countCampaign,
  createCampaign,
  deleteCampaign,
  findAllCampaigns,
  findCampaign,
  updateCampaign,
} from '#contract/calls/campaigns.ts';
import type { Campaign, CampaignCounts, CountDifference, WaterfallStep } from '#contract/campaign.ts';
import { urlOf } from '#contract/endpoint.ts';
import { BEING_MADE, MADE } from '#domain/campaign.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import { idOf, type PersonKey } from './people.ts';
import type { TestServer } from './server.ts';

/** Campaigns over HTTP, as tests need them. */

/** What a search cannot do without, chosen widely. */
export const SEARCH = {
  turnoverRange: ['NO_TURNOVER', 'NHV', 'HV'],
  companyType: ['PUBLIC_LIMITED', 'PRIVATE_LIMITED', 'ONE_PERSON_COMPANY'],
  campaignGoals: 'ACQUISITION',
  businessLine: ['BIDASSIST', 'BIDASSIST_DEFAULT', 'NEXIZO', 'TRANSACTION'],
  businessLineStatus: ['HOT', 'WARM', 'COLD', 'NO_STATUS'],
  coolOffPeriod: '7',
  contactPersonType: 'TOP_THREE',
  campaignMode: ['EMAIL', 'SMS'],
} as const;

type Sent = Record<string, string>;
export const count = (api: Api, changes: object = {}, query: Sent = {}): Promise<Answer> =>
  api.post(urlOf(countCampaign, { query }), { ...SEARCH, ...changes });
export interface Counted {
  data: CampaignCounts;
  waterfall: WaterfallStep[];
  difference: CountDifference | null;
}
export async function counted(api: Api, changes: object = {}, query: Sent = {}): Promise<Counted> {
  const answer = await count(api, changes, query);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body as unknown as Counted;
}
export const make = (api: Api, changes: object = {}, headers: Sent = {}, query: Sent = {}): Promise<Answer> =>
  api.post(urlOf(createCampaign, { query }), { ...SEARCH, campaignName: 'Diwali', ...changes }, headers);
export const made = async (...input: Parameters<typeof make>): Promise<Campaign> =>
  dataOf<Campaign>(await make(...input));
export const change = (api: Api, campaignId: string, changes: object = {}, headers: Sent = {}): Promise<Answer> =>
  api.post(
    urlOf(updateCampaign, { query: { campaignId } }),
    { ...SEARCH, campaignName: 'Diwali', ...changes },
    headers,
  );
export const remove = (api: Api, campaignId: string, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(deleteCampaign, { query: { campaignId } }), undefined, headers);
export const find = (api: Api, campaignId: string, query: Sent = {}): Promise<Answer> =>
  api.get(urlOf(findCampaign, { parts: { campaignId }, query }));
export const list = (api: Api, query: Sent = {}): Promise<Answer> => api.get(urlOf(findAllCampaigns, { query }));
export const options = (api: Api, field: string, key = 'all'): Promise<Answer> =>
  api.get(urlOf(campaignOptions, { query: { key, field } }));

/** As if the report job had made every file. */
export const settle = (server: TestServer): Promise<unknown> =>
  server.database.db.updateTable('campaigns').set({ status: MADE }).where('status', '=', BEING_MADE).execute();

/** A campaign that is there without having been asked for, to have targeted somebody. */
export async function earlier(server: TestServer, id: string, owner: PersonKey): Promise<void> {
  const now = server.clock.now;
  await server.database.db
    .insertInto('campaigns')
    .values({
      id,
      owner_id: idOf(owner),
      name: id,
      filters: '{}',
      counts: '{}',
      waterfall: '[]',
      counted_at: now,
      status: MADE,
      deleted_at: now,
      creation_key: null,
      version: 1,
      created_at: now,
      updated_at: now,
    })
    .execute();
}
