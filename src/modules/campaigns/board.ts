import type { AnalyticsBreakdown, CampaignAnalytics, CampaignCounts } from '#contract/campaign.ts';
import { MODES } from '#contract/campaignOptions.ts';
import { formatDay } from '#domain/dates.ts';
import { formatCount } from '#domain/money.ts';

/** The figures of a campaign as our own dashboard draws them: texts and shares, nothing left for it to know. */

interface BoardRow {
  label: string;
  /** How long its bar is, against the longest. */
  value: number;
  /** The first is beside the bar; all of them in the table. */
  texts: string[];
  note?: string;
}
interface BoardChart {
  title: string;
  note?: string;
  kind: 'bars' | 'columns';
  /** Heads of the table's columns. */
  head: string[];
  rows: BoardRow[];
}
export interface Board {
  scheme: 'light' | 'dark';
  /** Said in place of everything, where there is nothing to draw. */
  empty?: string;
  tiles: { label: string; text: string }[];
  charts: BoardChart[];
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.round((part / whole) * 100)} %`);

function funnel(counts: CampaignCounts): BoardChart {
  const steps = [
    ['Companies', counts.totalCompanies],
    ['Contacts', counts.totalContacts],
    ['Deliverable mails', counts.totalDeliverableMails],
    ['Mobile numbers', counts.totalMobileNumbers],
    ['Deliverable mobile numbers', counts.totalMobileNumbersDeliverable],
  ] as const;
  return {
    title: 'From companies to reachable contacts',
    note: 'Percentages are of all contacts.',
    kind: 'bars',
    head: ['Step', 'Number', 'Of the contacts'],
    rows: steps.map(([label, value], index) => ({
      label,
      value,
      texts: [formatCount(value), index > 1 ? share(value, counts.totalContacts) : ''],
      ...(index > 1 && { note: share(value, counts.totalContacts) }),
    })),
  };
}

const breakdown = ({ label, shares }: AnalyticsBreakdown): BoardChart => {
  const whole = shares.reduce((sum, { contacts }) => sum + contacts, 0);
  return {
    title: `By ${label}`,
    note: 'Contacts',
    kind: 'bars',
    head: [label, 'Contacts', 'Companies'],
    rows: shares.map((each) => ({
      label: each.label,
      value: each.contacts,
      texts: [formatCount(each.contacts), formatCount(each.companies)],
      note: share(each.contacts, whole),
    })),
  };
};

const overTime = (days: CampaignAnalytics['days']): BoardChart => ({
  title: 'Over time',
  note: 'Contacts delivered, by date of the report file.',
  kind: 'columns',
  head: ['Day', 'Contacts', 'Campaigns'],
  rows: days.map(({ day, contacts, campaigns }) => ({
    label: formatDay(day),
    value: contacts,
    texts: [formatCount(contacts), formatCount(campaigns)],
  })),
});

/** What the dashboard draws: the funnel, what each filter left, by mode, by whatever contacts share, and over time. */
export function boardOf(analytics: CampaignAnalytics, scheme: Board['scheme']): Board {
  const { campaigns, counts, waterfall, outcome, breakdowns, days, modes } = analytics;
  const one = analytics.campaignId !== null;
  if (campaigns === 0)
    return {
      scheme,
      empty:
        'There are no campaigns yet. What they reach will appear here by mode, industry and ' +
        'turnover, and over time.',
      tiles: [],
      charts: [],
    };
  const tiles = [
    ...(one ? [] : [{ label: campaigns === 1 ? 'Campaign' : 'Campaigns', text: formatCount(campaigns) }]),
    { label: 'Companies', text: formatCount(counts.totalCompanies) },
    { label: 'Contacts', text: formatCount(counts.totalContacts) },
    { label: 'Contacts delivered', text: formatCount(outcome.contacts) },
    { label: 'Companies called since', text: formatCount(outcome.calledSince) },
    { label: 'Customers since', text: formatCount(outcome.converted) },
  ];
  const charts: BoardChart[] = [
    funnel(counts),
    ...(one && waterfall.length > 1
      ? [
          {
            title: 'Remaining after each filter',
            note: 'Companies',
            kind: 'bars' as const,
            head: ['Filter', 'Companies', 'Contacts'],
            rows: waterfall.map(({ label, companies, contacts }) => ({
              label,
              value: companies,
              texts: [formatCount(companies), formatCount(contacts)],
            })),
          },
        ]
      : []),
    {
      title: 'By mode',
      note: 'Contacts; a campaign counts for each of its modes.',
      kind: 'bars',
      head: ['Mode', 'Contacts', 'Campaigns'],
      rows: modes.map((each) => ({
        label: MODES.find(({ value }) => value === each.mode)?.label ?? each.mode,
        value: each.contacts,
        texts: [formatCount(each.contacts), formatCount(each.campaigns)],
      })),
    },
    // One campaign with one report file has no course.
    ...(one && days.length < 2 ? [] : [overTime(days)]),
    ...breakdowns.map(breakdown),
  ];
  return { scheme, tiles, charts };
}
