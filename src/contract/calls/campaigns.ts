import * as z from 'zod/mini';
import {
  campaign,
  campaignAnalytics,
  campaignBody,
  campaignCounts,
  campaignFiltersBody,
  campaignRow,
  countDifference,
  option,
  waterfallStep,
} from '../campaign.ts';
import { endpoint } from '../endpoint.ts';
import { dataAnswer, dataPage, roomAnswer } from '../paging.ts';

/**
 * Campaigns. For campaign managers; changed online only, as what they count is on the
 * server.
 */

const stale = ['findAllCampaigns', 'findCampaign', 'readCampaignAnalytics', 'readOverallAnalytics'] as const;
const online = { access: 'session', offline: 'online' } as const;
const read = { method: 'GET', access: 'session', offline: 'read', invalidates: [] } as const;

export const createCampaign = endpoint({
  name: 'createCampaign',
  method: 'POST',
  path: '/api/v1/campaign/createCampaign',
  params: ['email'],
  ...online,
  invalidates: stale,
  summary:
    'Makes a campaign of the filters under a name. The server counts by itself and sets out to make the report file.',
  body: campaignBody,
  answer: dataAnswer(campaign),
});
export const updateCampaign = endpoint({
  name: 'updateCampaign',
  method: 'POST',
  path: '/api/v1/campaign/updateCampaign',
  params: ['campaignId'],
  required: ['campaignId'],
  ...online,
  invalidates: stale,
  summary: 'Changes filters or name of one’s own campaign; it is counted again and its report file made anew.',
  body: campaignBody,
  answer: dataAnswer(campaign),
});
export const deleteCampaign = endpoint({
  name: 'deleteCampaign',
  method: 'POST',
  path: '/api/v1/campaign/deleteCampaign',
  params: ['campaignId'],
  required: ['campaignId'],
  ...online,
  invalidates: stale,
  summary: 'Deletes one’s own campaign. Whom it targeted stays known for the cool-off of others.',
  answer: dataAnswer(z.object({ campaignId: z.string() })),
});
/**
 * `rerunOf` and `editOf` name a campaign to compare with; the own contacts of an edited one do not count as targeted.
 */
export const countCampaign = endpoint({
  name: 'countCampaign',
  method: 'POST',
  path: '/api/v1/campaign/fetchCountForCampaignData',
  params: ['rerunOf', 'editOf'],
  ...online,
  invalidates: [],
  summary:
    'Counts companies, contacts, mails and mobile numbers that the filters leave, filter by filter. ' +
    'Hanging up stops the counting.',
  body: campaignFiltersBody,
  answer: z.object({
    success: z.literal(true),
    data: campaignCounts,
    waterfall: z.array(waterfallStep),
    difference: z.nullable(countDifference),
  }),
});
export const findCampaign = endpoint({
  name: 'findCampaign',
  path: '/api/v1/campaign/find/:campaignId',
  params: ['email'],
  ...read,
  summary: 'One campaign with its filters and counts.',
  answer: dataAnswer(campaign),
});
export const findAllCampaigns = endpoint({
  name: 'findAllCampaigns',
  path: '/api/v1/campaign/findAllCampaign',
  params: ['email'],
  list: true,
  ...read,
  summary: 'The campaigns of all campaign managers, newest first.',
  answer: dataPage(campaignRow),
});
export const campaignOptions = endpoint({
  name: 'campaignOptions',
  path: '/api/v1/campaign/fetchAllPossibleOptions',
  params: ['key', 'field'],
  required: ['field'],
  ...read,
  summary:
    'What a filter offers. `field` is the filter’s, or sectorNames or planName; `key` is `all`, or a text ' +
    'that the values hold.',
  answer: roomAnswer(option),
});
export const signedReportUrl = endpoint({
  name: 'signedReportUrl',
  recentSignIn: true,
  path: '/api/v1/campaign/getSignedUrl',
  params: ['s3url'],
  required: ['s3url'],
  ...read,
  summary: 'An address, good for five minutes, of the report file that a campaign names as its fileUrl.',
  answer: dataAnswer(z.string()),
});
export const readCampaignAnalytics = endpoint({
  name: 'readCampaignAnalytics',
  path: '/api/v1/campaign/analytics/:campaignId',
  ...read,
  summary: 'Whom a campaign reached and what became of them.',
  answer: dataAnswer(campaignAnalytics),
});
export const readOverallAnalytics = endpoint({
  name: 'readOverallAnalytics',
  path: '/api/v1/campaign/analytics',
  ...read,
  summary: 'The same of all campaigns together.',
  answer: dataAnswer(campaignAnalytics),
});
