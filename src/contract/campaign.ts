import * as z from 'zod/mini';
import { CAMPAIGN_STATUSES } from './enums.ts';
import { recordStamp } from './fields.ts';

/**
 * Campaigns: filters on companies and their contacts, what they come to, and what became of it.
 */

/** Filters of which several values may be chosen; sent as lists of values. One value of a list is enough. */
export const MULTI_FILTERS = [
  'turnoverRange',
  'priority',
  'companyType',
  'businessLine',
  'businessLineStatus',
  'industryType',
  'subIndustryType',
  'procurementType',
  'procurementSource',
  'dispositionDays',
  'dispositionStatus',
  'orgStatus',
  'activityScore',
  'biddingActivity',
  'campaignMode',
  'searchActivityType',
  'searchActivityViewBucket',
  'searchActivityDownloadBucket',
  'searchActivitySearchBucket',
  'addressLocation',
  'planType',
  'activitySectorName',
  'sectorsParticipated',
  'sectorsWon',
  'sectorsLost',
  'utmSource',
  'utmMedium',
  'utmContent',
  'utmCampaign',
] as const;
export type MultiFilter = (typeof MULTI_FILTERS)[number];

/** Filters with one value, or null. */
export const SINGLE_FILTERS = [
  'campaignGoals',
  'coolOffPeriod',
  'contactPersonType',
  'isContactVerified',
  'isCompanyDomainPresent',
  'isGstAvailable',
  'isExistingOfbOrOxyzo',
] as const;
export type SingleFilter = (typeof SINGLE_FILTERS)[number];

/** Words, separated by commas: a text that holds any of them. */
export const TEXT_FILTERS = [
  'boqKeywords',
  'excludedBoqKeywords',
  'tenderDescription',
  'excludedTenderDescription',
] as const;
export type TextFilter = (typeof TEXT_FILTERS)[number];

/** 'YES' turns the included words into excluded ones. */
export const NEGATIVE_FILTERS = ['isNegativeBoqSearch', 'isNegativeTenderDescriptionSearch'] as const;
export type NegativeFilter = (typeof NEGATIVE_FILTERS)[number];

export type FilterField = MultiFilter | SingleFilter | TextFilter | NegativeFilter | 'searchActivityDays';

const shapeOf = <Name extends string, Schema extends z.ZodMiniType>(
  names: readonly Name[],
  schema: Schema,
): Record<Name, Schema> => Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;

/** Every filter, as a stored campaign has it. What is not chosen is an empty list, or null. */
const campaignFilters = z.object({
  ...shapeOf(MULTI_FILTERS, z.array(z.string())),
  ...shapeOf(SINGLE_FILTERS, z.nullable(z.string())),
  ...shapeOf(TEXT_FILTERS, z.nullable(z.string())),
  ...shapeOf(NEGATIVE_FILTERS, z.nullable(z.literal('YES'))),
  /** Active within this number of days. */
  searchActivityDays: z.nullable(z.int()),
});
export type CampaignFilters = z.infer<typeof campaignFilters>;

/** reportSummaryData: what the chosen contacts come to, in the order in which it is shown. */
export const COUNTS = [
  'totalCompanies',
  'totalContacts',
  'totalDeliverableMails',
  'totalMobileNumbers',
  'totalBlacklistedMails',
  'totalUndeliverableMails',
  'totalUnknownMails',
  'totalMailsTargetedInLastXDays',
  'totalMobileNumbersDeliverable',
  'totalMobileNumbersBlacklisted',
  'totalMobileNumbersUndeliverable',
  'totalMobileNumbersUnknown',
  'totalMobileNumbersTargetedInLastXDays',
] as const;
export type CountName = (typeof COUNTS)[number];
export const campaignCounts = z.object(shapeOf(COUNTS, z.int()));
export type CampaignCounts = z.infer<typeof campaignCounts>;

/** What is left once the filters up to this one are applied. The first step is everybody, the last one the total. */
export const waterfallStep = z.object({
  /** The filter's field; 'all' for the first step. */
  filter: z.string(),
  label: z.string(),
  companies: z.int(),
  contacts: z.int(),
});
export type WaterfallStep = z.infer<typeof waterfallStep>;

/** What changed since a campaign was counted last: `before`, and now less before. */
export const countDifference = z.object({
  campaignId: z.string(),
  campaignName: z.string(),
  /** Epoch seconds. */
  countedOn: z.int(),
  before: campaignCounts,
  change: campaignCounts,
});
export type CountDifference = z.infer<typeof countDifference>;

/** Filters as sent: any of them may be missing. Judged by `parseCampaignFilters` of the domain. */
const choice = z.union([z.string(), z.number()]);
export const campaignFiltersBody = z.partial(
  z.object({
    ...shapeOf(MULTI_FILTERS, z.nullable(z.array(choice))),
    ...shapeOf(SINGLE_FILTERS, z.nullable(choice)),
    ...shapeOf(TEXT_FILTERS, z.nullable(z.string())),
    ...shapeOf(NEGATIVE_FILTERS, z.nullable(z.union([z.string(), z.array(z.string())]))),
    searchActivityDays: z.nullable(choice),
  }),
);

/** `reportSummaryData` may be sent and is not looked at: the server counts by itself (CAMP-8). */
export const campaignBody = z.extend(campaignFiltersBody, {
  campaignName: z.string(),
  reportSummaryData: z.optional(z.unknown()),
});

const row = {
  campaignId: z.string(),
  campaignName: z.string(),
  campaignMode: z.array(z.string()),
  /** Rows of the report file; null until it is made. */
  csvCount: z.nullable(z.int()),
  status: z.enum(CAMPAIGN_STATUSES),
  /** Epoch seconds. */
  createdOn: z.int(),
  userEmail: z.string(),
  userName: z.string(),
  /** For `getSignedUrl`; null until the file is made. */
  fileUrl: z.nullable(z.string()),
  /** Why there is no file, where it failed. */
  failure: z.nullable(z.string()),
  /** Of the person who reads it: may change and delete it. */
  mayChange: z.boolean(),
  ...recordStamp,
};
/** A row of the list. */
export const campaignRow = z.object(row);
export type CampaignRow = z.infer<typeof campaignRow>;

/** One campaign whole. `reportFileUrl` is the row's `fileUrl`. */
export const campaign = z.extend(campaignFilters, {
  ...row,
  reportFileUrl: z.nullable(z.string()),
  reportSummaryData: campaignCounts,
  waterfall: z.array(waterfallStep),
  /** Epoch seconds of the counting. */
  countedOn: z.int(),
});
export type Campaign = z.infer<typeof campaign>;

/** `value` goes over the wire, `label` is read by people. */
export const option = z.object({ value: z.string(), label: z.string() });
export type Option = z.infer<typeof option>;

/** How many companies and contacts of a campaign share something. */
const share = z.object({ ...option.shape, companies: z.int(), contacts: z.int() });
/**
 * `filter` names what is shared: turnoverRange, industryType, addressLocation … or mailStatus, mobileStatus, seniority.
 * The largest first, at most 12.
 */
const breakdown = z.object({ filter: z.string(), label: z.string(), shares: z.array(share) });
export type AnalyticsBreakdown = z.infer<typeof breakdown>;

/**
 * What is known of a campaign by its own data: whom it reached, and what became of them since. `campaignId` is null for
 * all campaigns together.
 */
export const campaignAnalytics = z.object({
  campaignId: z.nullable(z.string()),
  campaignName: z.nullable(z.string()),
  campaigns: z.int(),
  counts: campaignCounts,
  waterfall: z.array(waterfallStep),
  /**
   * Contacts delivered in a report file, and how many of their companies were called, or became customers, afterwards.
   */
  outcome: z.object({ companies: z.int(), contacts: z.int(), calledSince: z.int(), converted: z.int() }),
  breakdowns: z.array(breakdown),
  /** By the day of the report file, oldest first; at most 90 days that have any. YYYY-MM-DD. */
  days: z.array(z.object({ day: z.string(), campaigns: z.int(), contacts: z.int() })),
  /** By way of reaching people; a campaign counts for each of its ways. */
  modes: z.array(z.object({ mode: z.string(), campaigns: z.int(), contacts: z.int() })),
});
export type CampaignAnalytics = z.infer<typeof campaignAnalytics>;
