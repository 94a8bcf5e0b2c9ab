import {
  COUNTS,
  type AnalyticsBreakdown,
  type CampaignAnalytics,
  type CampaignCounts,
  type Option,
} from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import type { BusinessLineStatus } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { COMPANY_TYPES, INDUSTRIES } from '#contract/companyTrades.ts';
import { businessLineStatusesFor } from '#domain/campaign.ts';
import { dayOf } from '#domain/dates.ts';
import { lineBits } from './codes.ts';
import { lastCompany, rangesOf } from './repository/count.ts';
import { assertMayUseCampaigns, seenCampaign } from './policy.ts';
import { reachedBy, termNames, type Fact, type Reached } from './repository/analytics.ts';
import { campaignsMade, type CampaignRow } from './repository/campaigns.ts';
import { untilStopped } from './counts.ts';
import type { Context } from '#server/platform/http/context.ts';

/** What is known of campaigns by their own data: whom they reached, and with what result (CAMP-25). */

const MAX_SHARES = 12;
const MAX_DAYS = 90;

/** What a fact is called, and the list that its codes are places of; places come with the data. */
const FACTS: readonly { fact: Fact; filter: string; label: string; options: readonly Option[] | null }[] = [
  { fact: 'turnover', filter: 'turnoverRange', label: FILTER_LABELS.turnoverRange, options: offered.TURNOVERS },
  { fact: 'company_type', filter: 'companyType', label: FILTER_LABELS.companyType, options: COMPANY_TYPES },
  { fact: 'industry', filter: 'industryType', label: FILTER_LABELS.industryType, options: INDUSTRIES },
  { fact: 'location', filter: 'addressLocation', label: FILTER_LABELS.addressLocation, options: null },
  { fact: 'priority', filter: 'priority', label: FILTER_LABELS.priority, options: offered.PRIORITIES },
  { fact: 'org_status', filter: 'orgStatus', label: FILTER_LABELS.orgStatus, options: offered.ORG_STATUSES },
  { fact: 'seniority', filter: 'seniority', label: 'Seniority', options: offered.SENIORITIES },
  { fact: 'mail', filter: 'mailStatus', label: 'Mails', options: offered.DELIVERIES },
  { fact: 'mobile', filter: 'mobileStatus', label: 'Mobile Numbers', options: offered.DELIVERIES },
];
const UNKNOWN: Option = { value: '', label: 'Not known' };
const NONE: Partial<Record<Fact, Option>> = {
  mail: { value: '', label: 'No mail' },
  mobile: { value: '', label: 'No mobile number' },
};
/** Of a company in a business line. */
const CUSTOMER: BusinessLineStatus = 'CONVERTED';

/** Adds up what the ranges say of the same value. */
function merged(rows: readonly Reached[]): Reached[] {
  const sums = new Map<string, Reached>();
  for (const row of rows) {
    const key = `${row.fact} ${row.code}`;
    const sum = sums.get(key);
    sums.set(
      key,
      sum
        ? {
            ...sum,
            companies: sum.companies + row.companies,
            contacts: sum.contacts + row.contacts,
            called: sum.called + row.called,
            converted: sum.converted + row.converted,
          }
        : row,
    );
  }
  return [...sums.values()];
}

function breakdownsOf(rows: readonly Reached[], places: ReadonlyMap<number, string>): AnalyticsBreakdown[] {
  return FACTS.map(({ fact, filter, label, options }) => {
    const named = (code: number): Option => {
      const place = places.get(code);
      const found = options === null ? place !== undefined && { value: place, label: place } : options[code - 1];
      return found ? { value: found.value, label: found.label } : (NONE[fact] ?? UNKNOWN);
    };
    const shares = rows
      .filter((row) => row.fact === fact)
      .toSorted((a, b) => b.contacts - a.contacts || Number(a.code) - Number(b.code))
      .slice(0, MAX_SHARES);
    return {
      filter,
      label,
      shares: shares.map((row) => ({ ...named(row.code ?? 0), companies: row.companies, contacts: row.contacts })),
    };
  }).filter(({ shares }) => shares.length > 0);
}

/** Of campaigns whose report file is made. */
function daysOf(rows: readonly CampaignRow[], timeZone: string): CampaignAnalytics['days'] {
  const days = new Map<string, { campaigns: number; contacts: number }>();
  for (const row of rows) {
    if (row.file_made_at === null) continue;
    const day = dayOf(row.file_made_at, timeZone);
    const before = days.get(day) ?? { campaigns: 0, contacts: 0 };
    days.set(day, { campaigns: before.campaigns + 1, contacts: before.contacts + (row.csv_count ?? 0) });
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .slice(-MAX_DAYS)
    .map(([day, sums]) => ({ day, ...sums }));
}

const modesOf = (rows: readonly CampaignRow[]): CampaignAnalytics['modes'] =>
  offered.MODES.map(({ value }) =>
    rows
      .filter((row) => row.filters.campaignMode.includes(value))
      .reduce((sum, row) => ({ ...sum, campaigns: sum.campaigns + 1, contacts: sum.contacts + (row.csv_count ?? 0) }), {
        mode: value,
        campaigns: 0,
        contacts: 0,
      }),
  )
    .filter(({ campaigns }) => campaigns > 0)
    .toSorted((a, b) => b.contacts - a.contacts || (a.mode < b.mode ? -1 : 1));

async function analyticsOf(context: Context, only: CampaignRow | null, gone: AbortSignal): Promise<CampaignAnalytics> {
  const { db, longReads } = context.services.database;
  const rows = only ? [only] : await campaignsMade(db);
  const campaigns = rows.map(({ id, filters }) => ({
    id,
    customers: businessLineStatusesFor(filters.campaignGoals).includes(CUSTOMER)
      ? 0
      : lineBits(filters.businessLine, [CUSTOMER]),
  }));
  const ranges = rangesOf(await lastCompany(db), longReads.width, longReads.most);
  const reached = merged(
    (
      await untilStopped(gone, (signal) =>
        longReads.run(
          ranges.map((range) => (read) => reachedBy(read, campaigns, range)),
          signal,
        ),
      )
    ).flat(),
  );
  const all = reached.find(({ fact }) => fact === null);
  return {
    campaignId: only?.id ?? null,
    campaignName: only?.name ?? null,
    campaigns: rows.length,
    counts: Object.fromEntries(
      COUNTS.map((name) => [name, rows.reduce((sum, row) => sum + row.counts[name], 0)]),
    ) as CampaignCounts,
    waterfall: only?.waterfall ?? [],
    outcome: {
      companies: all?.companies ?? 0,
      contacts: all?.contacts ?? 0,
      calledSince: all?.called ?? 0,
      converted: all?.converted ?? 0,
    },
    breakdowns: breakdownsOf(reached, await termNames(db, 'addressLocation')),
    days: daysOf(rows, context.timeZone),
    modes: modesOf(rows),
  };
}

export const campaignAnalytics = async (context: Context, id: string, gone: AbortSignal): Promise<CampaignAnalytics> =>
  analyticsOf(context, await seenCampaign(context.services.database.db, context.actor, id), gone);

export async function overallAnalytics(context: Context, gone: AbortSignal): Promise<CampaignAnalytics> {
  assertMayUseCampaigns(context.actor);
  return analyticsOf(context, null, gone);
}
