import { readCampaignAnalytics, readOverallAnalytics, signedReportUrl } from '#contract/calls/campaigns.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { change, count, find, list, made, make, options, remove, settle } from '#tests/support/campaignCalls.ts';
import { makeAll } from '#tests/support/campaigns.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { ACTORS } from '#tests/support/roles.ts';
import type { TestServer } from '#tests/support/server.ts';
import type { Part, Row } from './table.ts';

/**
 * Every call of campaigns by every role, on a campaign of `campaign-manager` (N1, CAMP-7), and by the
 * other campaign manager, who sees it and changes nothing.
 */

let server: TestServer;
/** Made again after a call that may have changed it. */
let campaignId: string;
let file: string;

const ok = 200;
const PEOPLE: readonly PersonKey[] = [...ACTORS, 'campaign-manager2'];
const OWNER = { email: email('campaign-manager') };
const analytics = (api: Api): Promise<Answer> => api.get(urlOf(readCampaignAnalytics, { parts: { campaignId } }));

const rows: Row[] = [
  ['rC1 create', (api) => make(api), { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 }],
  ['rC1 Z17 create with the owner’s email', (api) => make(api, {}, {}, OWNER), { 'campaign-manager': ok, others: 403 }],
  ['rC2 update', (api) => change(api, campaignId), { 'campaign-manager': ok, others: 403 }],
  ['rC2 delete', (api) => remove(api, campaignId), { 'campaign-manager': ok, others: 403 }],
  ['rC3 count', (api) => count(api), { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 }],
  [
    'rC3 count, compared',
    (api) => count(api, {}, { rerunOf: campaignId }),
    { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 },
  ],
  [
    'rC3 options',
    (api) => options(api, 'sectorNames'),
    { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 },
  ],
  ['rC4 find', (api) => find(api, campaignId), { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 }],
  [
    'rC4 find what is not there',
    (api) => find(api, 'CMP-NONE'),
    { 'campaign-manager': 404, 'campaign-manager2': 404, others: 403 },
  ],
  ['rC4 list', (api) => list(api), { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 }],
  ['rC4 list with the owner’s email', (api) => list(api, OWNER), { 'campaign-manager': ok, others: 403 }],
  [
    'rC5 the address of its report',
    (api) => api.get(urlOf(signedReportUrl, { query: { s3url: file } })),
    { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 },
  ],
  ['CAMP-25 analytics of one', analytics, { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 }],
  [
    'CAMP-25 analytics of all',
    (api) => api.get(urlOf(readOverallAnalytics)),
    { 'campaign-manager': ok, 'campaign-manager2': ok, others: 403 },
  ],
];

export const campaigns: Part = {
  title: 'campaigns',
  people: PEOPLE,
  begin: async (made) => {
    server = made;
  },
  renew: async () => {
    const owner = await server.as('campaign-manager');
    campaignId = (await made(owner)).campaignId;
    await makeAll(server);
    await settle(server);
    file = String(((await find(owner, campaignId)).body['data'] as { fileUrl: string | null }).fileUrl);
  },
  rows,
};
