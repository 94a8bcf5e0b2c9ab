import {
  campaignOptions,
  countCampaign,
  createCampaign,
  deleteCampaign,
  findAllCampaigns,
  findCampaign,
  readCampaignAnalytics,
  readOverallAnalytics,
  signedReportUrl,
  updateCampaign,
} from '#contract/calls/campaigns.ts';
import { assertSelf } from '#server/platform/http/assertAllowed.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import * as campaigns from './campaigns.ts';
import { reportAddress } from './report.ts';
import { campaignAnalytics, overallAnalytics } from './analytics.ts';
import { countSearch } from './counts.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { goneWith } from '#server/platform/http/request.ts';

/** `/api/v1/campaign/…`. */
export const campaignCalls = (services: Services): Served[] => [
  serve(createCampaign, changing(services, campaigns.createCampaign)),
  serve(
    updateCampaign,
    changing(services, (context, asked) => campaigns.updateCampaign(context, asked.query['campaignId'] ?? '', asked)),
  ),
  serve(
    deleteCampaign,
    changing(services, (context, asked) => campaigns.deleteCampaign(context, asked.query['campaignId'] ?? '', asked)),
  ),
  serve(countCampaign, async ({ request, reply, query }) =>
    countSearch(
      contextOf(services, request),
      request.body,
      { rerunOf: query['rerunOf'], editOf: query['editOf'] },
      goneWith(reply),
    ),
  ),
  serve(findCampaign, async ({ request, query }) => {
    const context = contextOf(services, request);
    assertSelf(context.actor, query['email']);
    return {
      success: true,
      data: await campaigns.findCampaign(context, (request.params as { campaignId: string }).campaignId),
    };
  }),
  serve(findAllCampaigns, async ({ request, query, list }) => {
    const context = contextOf(services, request);
    assertSelf(context.actor, query['email']);
    return { success: true, ...(await campaigns.listCampaigns(context, list)) };
  }),
  serve(campaignOptions, async ({ request, query }) => ({
    success: true,
    ...(await campaigns.optionsOf(contextOf(services, request), query['field'] ?? '', query['key'])),
  })),
  serve(readCampaignAnalytics, async ({ request, reply }) => ({
    success: true,
    data: await campaignAnalytics(
      contextOf(services, request),
      (request.params as { campaignId: string }).campaignId,
      goneWith(reply),
    ),
  })),
  serve(readOverallAnalytics, async ({ request, reply }) => ({
    success: true,
    data: await overallAnalytics(contextOf(services, request), goneWith(reply)),
  })),
  serve(signedReportUrl, async ({ request, query }) => ({
    success: true,
    data: await reportAddress(contextOf(services, request), query['s3url'] ?? ''),
  })),
];
