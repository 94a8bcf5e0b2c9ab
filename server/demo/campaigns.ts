import { noFilters } from '#domain/campaign.ts';
import type { CampaignFilters } from '#contract/campaign.ts';
import type { CampaignStatus } from '#domain/campaign.ts';

/** The campaigns of the demo organisation. */
export interface DemoCampaign {
  /** By which it is known again; never reused. */
  key: string;
  owner: 'campaign-manager' | 'campaign-manager2';
  name: string;
  status: CampaignStatus;
  daysAgo: number;
  filters: CampaignFilters;
}

const filters = (chosen: Partial<CampaignFilters>): CampaignFilters => ({
  ...noFilters(),
  campaignGoals: 'ACQUISITION',
  turnoverRange: ['NHV', 'HV', 'SHV'],
  companyType: ['PRIVATE_LIMITED', 'PUBLIC_LIMITED', 'LLP', 'PARTNERSHIP'],
  businessLine: ['BIDASSIST'],
  businessLineStatus: ['HOT', 'WARM'],
  coolOffPeriod: '15',
  contactPersonType: 'TOP_THREE',
  campaignMode: ['EMAIL'],
  ...chosen,
});

/** Oldest first. Each of both campaign managers has some in every state. */
export const demoCampaigns = (): DemoCampaign[] => [
  {
    key: 'demo-1',
    owner: 'campaign-manager',
    name: 'GeM webinar for small makers',
    status: 'READY',
    daysAgo: 64,
    filters: filters({
      turnoverRange: ['NO_TURNOVER', 'NHV'],
      procurementSource: ['GEM'],
      campaignMode: ['EMAIL', 'WHATSAPP'],
    }),
  },
  {
    key: 'demo-2',
    owner: 'campaign-manager2',
    name: 'Diwali renewals',
    status: 'READY',
    daysAgo: 41,
    filters: filters({
      campaignGoals: 'RENEWAL',
      turnoverRange: ['NHV', 'HV', 'SHV', 'UHV'],
      businessLine: ['BIDASSIST', 'NEXIZO'],
      businessLineStatus: ['CONVERTED'],
      contactPersonType: 'SENIOR_MANAGEMENT',
      campaignMode: ['CALL', 'EMAIL'],
    }),
  },
  {
    key: 'demo-3',
    owner: 'campaign-manager',
    name: 'Tender alerts, cement and steel',
    status: 'READY',
    daysAgo: 27,
    filters: filters({
      industryType: ['CEMENT', 'IRON_STEEL', 'CONSTRUCTION'],
      biddingActivity: ['FIVE_TO_NINE', 'TEN_TO_NINETEEN', 'TWENTY_TO_NINETY_NINE', 'ABOVE_HUNDRED'],
      contactPersonType: 'TOP_FIVE',
    }),
  },
  {
    key: 'demo-4',
    owner: 'campaign-manager2',
    name: 'Railway suppliers of the west',
    status: 'FAILED',
    daysAgo: 19,
    filters: filters({
      addressLocation: ['Mumbai', 'Pune', 'Ahmedabad', 'Surat'],
      procurementSource: ['IREPS'],
      campaignMode: ['SMS'],
    }),
  },
  {
    key: 'demo-5',
    owner: 'campaign-manager2',
    name: 'Financing for large bidders',
    status: 'READY',
    daysAgo: 12,
    filters: filters({
      turnoverRange: ['SHV', 'UHV'],
      businessLine: ['TRANSACTION'],
      businessLineStatus: ['HOT', 'WARM', 'COLD'],
      isExistingOfbOrOxyzo: 'NO',
      contactPersonType: 'SENIOR_MANAGEMENT',
      campaignMode: ['CALL'],
    }),
  },
  {
    key: 'demo-6',
    owner: 'campaign-manager',
    name: 'Hospitals: beds and machines',
    status: 'FAILED',
    daysAgo: 8,
    filters: filters({
      boqKeywords: 'hospital beds, x-ray machines',
      contactPersonType: 'SINGLE',
      campaignMode: ['EMAIL', 'CALL'],
    }),
  },
  {
    key: 'demo-7',
    owner: 'campaign-manager',
    name: 'Follow-up in the south',
    status: 'READY',
    daysAgo: 3,
    filters: filters({
      addressLocation: ['Bengaluru', 'Chennai', 'Hyderabad', 'Kochi', 'Coimbatore'],
      orgStatus: ['follow_up'],
      coolOffPeriod: '7',
      campaignMode: ['WHATSAPP', 'CALL'],
    }),
  },
  {
    key: 'demo-8',
    owner: 'campaign-manager2',
    name: 'Year-end offer, solar',
    status: 'PROCESSING',
    daysAgo: 0,
    filters: filters({ tenderDescription: 'solar panels', coolOffPeriod: '30' }),
  },
  {
    key: 'demo-9',
    owner: 'campaign-manager',
    name: 'Active on the site this month',
    status: 'PROCESSING',
    daysAgo: 0,
    filters: filters({
      searchActivityDays: 30,
      searchActivityType: ['VIEW'],
      searchActivityViewBucket: ['FROM_26_TO_100', 'ABOVE_100'],
    }),
  },
];
