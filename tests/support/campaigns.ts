import { makeReports, type ReportsInput } from '#server/modules/campaigns/reportsJob.ts';
import type { Campaign } from '#contract/campaign.ts';
import type { Answer, Api } from './api.ts';
import type { TestServer } from './server.ts';

/** A search that every company of `aCompany` passes. */
export const SEARCH = {
  turnoverRange: ['NHV'],
  companyType: ['PRIVATE_LIMITED'],
  campaignGoals: 'ACQUISITION',
  businessLine: ['BIDASSIST'],
  businessLineStatus: ['HOT'],
  coolOffPeriod: '30',
  contactPersonType: 'TOP_THREE',
  campaignMode: ['EMAIL', 'CALL'],
} as const;

export const createCampaign = (
  api: Api,
  name: string,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  api.post('/api/v1/campaign/createCampaign/', { ...SEARCH, campaignName: name, ...changes }, headers);
export const updateCampaign = (api: Api, id: string, name: string, changes: object = {}): Promise<Answer> =>
  api.post(`/api/v1/campaign/updateCampaign/?campaignId=${id}`, { ...SEARCH, campaignName: name, ...changes });
export const readCampaign = async (api: Api, id: string): Promise<Campaign> =>
  (await api.get(`/api/v1/campaign/find/${id}/`)).body['data'] as Campaign;
export const signedUrl = (api: Api, fileUrl: string): Promise<Answer> =>
  api.get(`/api/v1/campaign/getSignedUrl?s3url=${encodeURIComponent(fileUrl)}`);

export async function made(api: Api, name: string, changes: object = {}): Promise<Campaign> {
  const answer = await createCampaign(api, name, changes);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body['data'] as Campaign;
}

/** What one process hands to the job. */
export const reportsInput = (server: TestServer, changes: Partial<ReportsInput> = {}): ReportsInput => ({
  db: server.database.db,
  durable: () => server.database.durable(),
  files: server.files,
  clock: () => server.clock.now,
  timeZone: server.env.timeZone,
  signal: new AbortController().signal,
  log: { info: () => undefined },
  ...changes,
});

/** Makes every report file that is due now. */
export async function makeAll(server: TestServer, changes: Partial<ReportsInput> = {}): Promise<void> {
  while ((await makeReports(reportsInput(server, changes))) > 0);
}
