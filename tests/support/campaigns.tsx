import {
  COUNTS,
  type Campaign,
  type CampaignAnalytics,
  type CampaignCounts,
  type CampaignRow,
} from '#contract/campaign.ts';
import { TERM_FIELDS } from '#contract/campaignOptions.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '#contract/endpoints.ts';
import { online } from '#data/online.ts';
import { BEING_MADE, MADE, noFilters } from '#domain/campaign.ts';
import { CampaignAnalytics as AnalyticsPage, OverallAnalytics } from '#modules/campaigns/screens/Analytics.tsx';
import { CampaignManagement } from '#modules/campaigns/screens/CampaignManagement.tsx';
import { CreateCampaign, EditCampaign, RerunCampaign } from '#modules/campaigns/screens/campaignForms.tsx';
import { campaignSearch } from '#modules/campaigns/search.ts';
import { ViewCampaign } from '#modules/campaigns/screens/ViewCampaign.tsx';
import { PERSON, showRoutes, signInOffline } from './screen.tsx';

/** Campaigns and their screens, as tests open them. */

export const CAMPAIGN_MANAGER = {
  ...PERSON,
  email: 'campaign-manager@example.com',
  name: 'Kavya Rao',
  roles: { ...PERSON.roles, isCampaign: true, isCampaignManager: true },
};

/** 2026-07-01 06:30 in Kolkata, in seconds. */
const CREATED = 1_782_867_600;

export const counts = (change: Partial<CampaignCounts> = {}): CampaignCounts => ({
  ...(Object.fromEntries(COUNTS.map((name, n) => [name, (n + 1) * 1_000])) as CampaignCounts),
  ...change,
});

const row = (change: Partial<CampaignRow> = {}): CampaignRow => ({
  campaignId: 'CMP1',
  campaignName: 'Renewals in Kerala',
  campaignMode: ['EMAIL', 'CALL'],
  csvCount: 2_000,
  status: MADE,
  createdOn: CREATED,
  userEmail: CAMPAIGN_MANAGER.email,
  userName: CAMPAIGN_MANAGER.name,
  fileUrl: 's3://reports/CMP1.csv',
  failure: null,
  mayChange: true,
  version: 3,
  createdAt: CREATED * 1_000,
  updatedAt: CREATED * 1_000,
  ...change,
});
export const aCampaignRow = row;
export const aCampaignInTheMaking = (change: Partial<CampaignRow> = {}): CampaignRow =>
  row({ status: BEING_MADE, csvCount: null, fileUrl: null, ...change });

/** A campaign with all that a search needs. */
export const aCampaign = (change: Partial<Campaign> = {}): Campaign => ({
  ...noFilters(),
  ...row(),
  reportFileUrl: 's3://reports/CMP1.csv',
  reportSummaryData: counts(),
  countedOn: CREATED,
  waterfall: [
    { filter: 'all', label: 'All companies', companies: 20_000, contacts: 60_000 },
    { filter: 'turnoverRange', label: 'Turnover Range', companies: 1_000, contacts: 2_000 },
  ],
  turnoverRange: ['HV'],
  companyType: ['PSU'],
  campaignGoals: 'RENEWAL',
  businessLine: ['NEXIZO'],
  businessLineStatus: ['CONVERTED'],
  coolOffPeriod: '7',
  contactPersonType: 'ALL',
  campaignMode: ['EMAIL', 'CALL'],
  utmSource: ['google'],
  ...change,
});

export const someAnalytics = (change: Partial<CampaignAnalytics> = {}): CampaignAnalytics => ({
  campaignId: 'CMP1',
  campaignName: 'Renewals in Kerala',
  campaigns: 1,
  counts: counts(),
  waterfall: aCampaign().waterfall,
  outcome: { companies: 900, contacts: 2_000, calledSince: 120, converted: 7 },
  breakdowns: [
    {
      filter: 'industryType',
      label: 'Industry Type',
      shares: [
        { value: 'CEMENT', label: 'Cement', companies: 600, contacts: 1_500 },
        { value: 'MINING', label: 'Mining', companies: 300, contacts: 500 },
      ],
    },
  ],
  days: [{ day: '2026-07-01', campaigns: 1, contacts: 2_000 }],
  modes: [{ mode: 'EMAIL', campaigns: 1, contacts: 2_000 }],
  ...change,
});

export interface Asked {
  name: EndpointName;
  query: URLSearchParams;
  headers: Headers;
  body: Record<string, unknown>;
  /** The page has hung up. */
  signal: AbortSignal | null;
}
/** What a call is answered: by the contract's own shape, or a refusal with its sentence. */
type Answer = object | ((asked: Asked) => object | Promise<object>);
export const ok = (data: unknown, more: object = {}): object => ({ success: true, data, ...more });
export const refusal = (status: number, code: string, message: string): Response =>
  Response.json({ success: false, code, message }, { status });

const OPTIONS = ({ query }: Asked): object =>
  ok(
    (TERM_FIELDS as readonly (string | null)[]).includes(query.get('field'))
      ? ['google', 'Kerala', 'Karnataka'].map((label) => ({ value: label.toUpperCase(), label }))
      : [],
  );

let people = 0;
/** Of this person nothing is on the device yet: no draft, nothing read before. */
const somebodyNew = () => ({ ...CAMPAIGN_MANAGER, email: `kavya${(people += 1)}@example.com` });

/**
 * Signs a campaign manager in, online; these calls are answered so, any other fails as without a network. Answers what
 * was asked.
 */
export async function signInOnline(
  answers: Partial<Record<EndpointName, Answer>> = {},
  person = somebodyNew(),
): Promise<Asked[]> {
  await signInOffline(person);
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    const url = new URL(String(input), 'http://localhost');
    const found = (Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]).find(
      ([, { path, method }]) =>
        method === (init?.method ?? 'GET') &&
        new RegExp(`^${path.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(url.pathname),
    );
    const answer =
      found &&
      (
        { campaignOptions: OPTIONS, findCampaign: ok(aCampaign()), ...answers } as Partial<Record<EndpointName, Answer>>
      )[found[0]];
    if (!found || answer === undefined) throw new TypeError('No network.');
    const one: Asked = {
      name: found[0],
      query: url.searchParams,
      headers: new Headers(init?.headers),
      body: typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {},
      signal: init?.signal ?? null,
    };
    asked.push(one);
    const given = typeof answer === 'function' ? await (answer as (asked: Asked) => object)(one) : answer;
    if (given instanceof Response) return given;
    if (!found[1].answer.safeParse(given).success)
      throw new Error(`No answer of ${found[0]}: ${JSON.stringify(given)}`);
    return Response.json(given);
  };
  online.sawAnswer();
  return asked;
}

export const openCampaigns = (address: string) =>
  showRoutes(address, [
    { path: '/campaignManagement', Screen: CampaignManagement, validateSearch: campaignSearch as never },
    { path: '/createCampaign', Screen: CreateCampaign },
    { path: '/campaign/$campaignId', Screen: ViewCampaign },
    { path: '/editCampaign/$campaignId', Screen: EditCampaign },
    { path: '/rerunCampaign/$campaignId', Screen: RerunCampaign },
    { path: '/campaign-analytics/$campaignId', Screen: AnalyticsPage },
    { path: '/campaign-overall-analytics', Screen: OverallAnalytics },
  ]);
