import type { MultiFilter, Option, SingleFilter } from './campaign.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from './companyTrades.ts';

/**
 * What the filters of a campaign offer, as data: `value` goes over the wire and is kept,
 * `label` is read. A list's order is its order on the screen.
 */

const option = <const Value extends string>(value: Value, label: string) => ({ value, label });
/** VALUES_LIKE_THIS read 'Values like this'. */
const plain = <const Value extends string>(...values: readonly Value[]) =>
  values.map((value) => option(value, value.charAt(0) + value.slice(1).toLowerCase().replaceAll('_', ' ')));
export const PRIORITIES = ['P0', 'P1', 'P2', 'P3', 'P4'].map((value) => option(value, value));
export const GOALS = [option('ACQUISITION', 'Acquisition'), option('RENEWAL', 'Renewal')] as const;
export const TURNOVERS = [
  option('NO_TURNOVER', 'No Turnover'),
  option('NHV', 'NHV 0-25CR'),
  option('HV', 'HV 25-100CR'),
  option('SHV', 'SHV 100-500CR'),
  option('UHV', 'UHV 500CR+'),
];
/** Contact statuses. */
export const DISPOSITION_STATUSES = [
  option('FOLLOW_UP', 'Follow up'),
  option('DO_NOT_FOLLOW_UP', 'Do not follow up'),
  option('YET_TO_CONTACT', 'Yet to contact'),
] as const;
export type DispositionStatus = (typeof DISPOSITION_STATUSES)[number]['value'];
export const ORG_STATUSES = [
  option('follow_up', 'Follow up'),
  option('do_not_follow_up', 'Do not follow up'),
  option('yet_to_contact', 'Yet to contact'),
] as const;
export const ACTIVITY_SCORES = plain('HIGH', 'MEDIUM', 'LOW');
/** The status of a company in a business line. */
export const BUSINESS_LINE_STATUSES = [
  option('HOT', 'Hot'),
  option('WARM', 'Warm'),
  option('COLD', 'Cold'),
  option('CONVERTED', 'Converted'),
  option('NO_STATUS', 'No status'),
] as const;
export type BusinessLineStatus = (typeof BUSINESS_LINE_STATUSES)[number]['value'];
export const BUSINESS_LINES = [
  option('BIDASSIST', 'BidAssist'),
  option('BIDASSIST_DEFAULT', 'BidAssist Default'),
  option('NEXIZO', 'Nexizo'),
  option('TRANSACTION', 'Transaction'),
] as const;
export const MODES = [
  option('EMAIL', 'Email'),
  option('WHATSAPP', 'WhatsApp'),
  option('CALL', 'Call'),
  option('SMS', 'SMS'),
] as const;
export const CONTACT_PERSON_TYPES = [
  option('SENIOR_MANAGEMENT', 'Senior management'),
  option('SINGLE', 'Single'),
  option('TOP_THREE', 'Top three'),
  option('TOP_FIVE', 'Top five'),
  option('ALL', 'All'),
] as const;
export type ContactPersonType = (typeof CONTACT_PERSON_TYPES)[number]['value'];
export const PROCUREMENT_TYPES = plain('SERVICES', 'GOODS', 'AUCTION', 'WORKS');
export const PROCUREMENT_SOURCES = [
  option('GEM', 'GeM'),
  option('IREPS', 'IREPS'),
  option('EPROCURE', 'eProcure'),
  option('OTHERS', 'Others'),
  option('NPROCURE', 'nProcure'),
  option('MSTC', 'MSTC'),
];
export const COOL_OFF_DAYS = [3, 5, 7, 15, 30, 60, 90].map((days) => option(String(days), `${days} days`));
export const YES_NO_ALL = [option('YES', 'Yes'), option('NO', 'No'), option('ALL', 'All')] as const;
const EMAIL_DOMAINS = [option('YES', 'Company domain'), option('NO', 'Public domain'), option('ALL', 'All')] as const;

/** A range of whole numbers, both ends counted; null is open. */
export interface Bucket extends Option {
  from: number;
  to: number | null;
}
const bucket = (value: string, label: string, from: number, to: number | null): Bucket => ({ value, label, from, to });

export const BIDDING = [
  bucket('ZERO', '0', 0, 0),
  bucket('ONE_TO_FOUR', '1-4', 1, 4),
  bucket('FIVE_TO_NINE', '5-9', 5, 9),
  bucket('TEN_TO_NINETEEN', '10-19', 10, 19),
  bucket('TWENTY_TO_NINETY_NINE', '20-99', 20, 99),
  bucket('ABOVE_HUNDRED', '100 and above', 100, null),
];
/** Without activity of a kind there is no bucket: they begin at one. */
const VIEW_BUCKETS = [
  bucket('BELOW_10', 'Below 10', 1, 10),
  bucket('FROM_11_TO_25', '11-25', 11, 25),
  bucket('FROM_26_TO_100', '26-100', 26, 100),
  bucket('ABOVE_100', 'Above 100', 101, null),
];
const DOWNLOAD_BUCKETS = [
  bucket('BELOW_5', 'Below 5', 1, 5),
  bucket('FROM_6_TO_10', '6-10', 6, 10),
  bucket('FROM_11_TO_20', '11-20', 11, 20),
  bucket('ABOVE_21', 'Above 21', 21, null),
];
/** Days since the company was called last; never called is the last option. */
export const NEVER_CALLED = 'YET_TO_BE_CALLED';
export const DISPOSITION_DAYS: readonly (Bucket | Option)[] = [
  bucket('ABOVE_365', 'Above 365', 365, null),
  bucket('FROM_180_TO_364', '180-364', 180, 364),
  bucket('FROM_90_TO_179', '90-179', 90, 179),
  bucket('FROM_60_TO_89', '60-89', 60, 89),
  bucket('BELOW_60', 'Below 60', 0, 59),
  option(NEVER_CALLED, 'Yet to be called'),
];

/** Search activity: each type with the list of its own that it asks for. */
export const SEARCH_ACTIVITIES = [
  { ...option('DOWNLOAD', 'Download'), field: 'searchActivityDownloadBucket', buckets: DOWNLOAD_BUCKETS },
  { ...option('VIEW', 'View'), field: 'searchActivityViewBucket', buckets: VIEW_BUCKETS },
  { ...option('SEARCH', 'Search'), field: 'searchActivitySearchBucket', buckets: VIEW_BUCKETS },
] as const;
export type BucketField = (typeof SEARCH_ACTIVITIES)[number]['field'];

/** From the most senior down. `senior` makes senior management. */
export const SENIORITIES = [
  { ...option('OWNER', 'Owner or partner'), senior: true },
  { ...option('CHIEF', 'Chief officer'), senior: true },
  { ...option('DIRECTOR', 'Director'), senior: true },
  { ...option('HEAD', 'Head or vice president'), senior: true },
  { ...option('MANAGER', 'Manager'), senior: false },
  { ...option('EXECUTIVE', 'Executive'), senior: false },
  { ...option('OTHER', 'Other'), senior: false },
] as const;
/** Can a mail or a mobile number be reached? */
export const DELIVERIES = [
  option('DELIVERABLE', 'Deliverable'),
  option('BLACKLISTED', 'Blacklisted'),
  option('UNDELIVERABLE', 'Undeliverable'),
  option('UNKNOWN', 'Unknown'),
] as const;

/**
 * Lists that come from the data and not from here; the filter's field, and the field that its options are asked for by.
 */
export const DYNAMIC_FIELDS = {
  utmMedium: 'utmMedium',
  utmCampaign: 'utmCampaign',
  utmSource: 'utmSource',
  utmContent: 'utmContent',
  addressLocation: 'addressLocation',
  planType: 'planName',
  activitySectorName: 'sectorNames',
  sectorsParticipated: 'sectorNames',
  sectorsWon: 'sectorNames',
  sectorsLost: 'sectorNames',
} as const satisfies Partial<Record<MultiFilter, string>>;
export type DynamicFilter = keyof typeof DYNAMIC_FIELDS;
export type TermField = (typeof DYNAMIC_FIELDS)[DynamicFilter];
export const TERM_FIELDS = [
  'utmMedium',
  'utmCampaign',
  'utmSource',
  'utmContent',
  'sectorNames',
  'addressLocation',
  'planName',
] as const satisfies readonly TermField[];

type StaticFilter = Exclude<MultiFilter, DynamicFilter> | SingleFilter;

/** Every list that is kept here, by the field of its filter. */
export const STATIC_OPTIONS: Readonly<Record<StaticFilter, readonly Option[]>> = {
  turnoverRange: TURNOVERS,
  priority: PRIORITIES,
  companyType: COMPANY_TYPES,
  businessLine: BUSINESS_LINES,
  businessLineStatus: BUSINESS_LINE_STATUSES,
  industryType: INDUSTRIES,
  subIndustryType: SUB_INDUSTRIES,
  procurementType: PROCUREMENT_TYPES,
  procurementSource: PROCUREMENT_SOURCES,
  dispositionDays: DISPOSITION_DAYS,
  dispositionStatus: DISPOSITION_STATUSES,
  orgStatus: ORG_STATUSES,
  activityScore: ACTIVITY_SCORES,
  biddingActivity: BIDDING,
  campaignMode: MODES,
  searchActivityType: SEARCH_ACTIVITIES,
  searchActivityViewBucket: VIEW_BUCKETS,
  searchActivityDownloadBucket: DOWNLOAD_BUCKETS,
  searchActivitySearchBucket: VIEW_BUCKETS,
  campaignGoals: GOALS,
  coolOffPeriod: COOL_OFF_DAYS,
  contactPersonType: CONTACT_PERSON_TYPES,
  isContactVerified: YES_NO_ALL,
  isCompanyDomainPresent: EMAIL_DOMAINS,
  isGstAvailable: YES_NO_ALL,
  isExistingOfbOrOxyzo: YES_NO_ALL,
};
