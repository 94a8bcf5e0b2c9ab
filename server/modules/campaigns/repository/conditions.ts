import { sql, type Kysely } from 'kysely';
import type { CampaignFilters, FilterField } from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import { DYNAMIC_FIELDS, type Bucket, type DynamicFilter, type TermField } from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import { keywordsOf } from '#domain/campaign.ts';
import type { Day } from '#domain/dates.ts';
import { bitsOf, codesOf, dispositionCodes, lineBits } from '../codes.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { NEVER, type ColumnName } from './columns.ts';
import {
  asked,
  daysAgo,
  either,
  hasBit,
  inBuckets,
  isAbove,
  isOne,
  isYes,
  shares,
  type Condition,
  type Sql,
} from './predicates.ts';

/**
 * What each filter asks of a company `c` or a contact `k` (CAMP-22): the only definition of a filter's meaning. Counts,
 * their waterfall and the choice of contacts are made of these.
 */

/** One filter in use. A company or contact that it is not true of is left out. */
export interface Step extends Condition {
  filter: FilterField;
  label: string;
}

/** Codes of the chosen values of lists that come with the data. */
type TermCodes = Readonly<Record<DynamicFilter, readonly number[]>>;

export interface ConditionInput {
  filters: CampaignFilters;
  terms: TermCodes;
  today: Day;
  /** A campaign that is counted again: the contacts it targeted itself are not excluded. */
  except: string | null;
}

/** Keeps the filters that are in use. */
const used = (steps: readonly (readonly [FilterField, Condition | null])[]): Step[] =>
  steps.flatMap(([filter, condition]) => (condition ? [{ filter, label: FILTER_LABELS[filter], ...condition }] : []));
const chosen = <Value>(values: readonly Value[], make: () => Condition): Condition | null =>
  values.length > 0 ? make() : null;

/** Days since the company was called last. */
function calledWithin(today: Day, values: readonly string[]): Condition {
  const buckets = offered.DISPOSITION_DAYS.filter(
    (item): item is Bucket => 'from' in item && values.includes(item.value),
  );
  const called = (where: Sql, holds: (value: number) => boolean): Condition => asked('c.last_called_on', where, holds);
  const never = values.includes(offered.NEVER_CALLED)
    ? [called(sql`c.last_called_on = '-infinity'`, (day) => day === NEVER)]
    : [];
  const ranges = buckets.map(({ from, to }) => {
    const last = daysAgo(today, from);
    if (to === null)
      return called(
        sql`(c.last_called_on <= ${last.date} and c.last_called_on > '-infinity')`,
        (day) => day <= last.at && day !== NEVER,
      );
    const first = daysAgo(today, to);
    return called(
      sql`c.last_called_on between ${first.date} and ${last.date}`,
      (day) => day >= first.at && day <= last.at,
    );
  });
  return either([...ranges, ...never]);
}

/** Companies of whose text any of the words is, each a word or several in a row; `not`: all others. */
function textHolds(column: 'boq_words' | 'tender_words', words: readonly string[], not: boolean): Condition {
  const query = sql.join(
    words.map((word) => sql`phraseto_tsquery('simple', ${word})`),
    sql` || `,
  );
  const companies = sql`select t.company_id from company_texts t where t.${sql.ref(column)} @@ (${query})`;
  const where = sql`c.id in (${companies})`;
  return { where: not ? sql`not ${where}` : where, parts: [{ companies, not }] };
}

function textSteps(
  column: 'boq_words' | 'tender_words',
  included: string | null,
  excluded: string | null,
  negative: 'YES' | null,
  fields: readonly [FilterField, FilterField],
): (readonly [FilterField, Condition | null])[] {
  const [wanted, unwanted] = [keywordsOf(included), keywordsOf(excluded)];
  return [
    [fields[0], chosen(wanted, () => textHolds(column, wanted, negative !== null))],
    [fields[1], chosen(unwanted, () => textHolds(column, unwanted, true))],
  ];
}

/** What is asked of a company, in the order of the form. */
export function companySteps({ filters, terms, today }: ConditionInput): Step[] {
  const byCode = (column: ColumnName, values: readonly string[], options: readonly { value: string }[]) =>
    chosen(values, () => isOne(column, codesOf(options, values)));
  const byBits = (column: ColumnName, values: readonly string[], options: readonly { value: string }[]) =>
    chosen(values, () => hasBit(column, bitsOf(options, values)));
  const everyStatus = offered.BUSINESS_LINE_STATUSES.map(({ value }) => value);
  return used([
    [
      'businessLine',
      chosen(filters.businessLine, () => hasBit('c.business_lines', lineBits(filters.businessLine, everyStatus))),
    ],
    [
      'businessLineStatus',
      chosen(filters.businessLineStatus, () =>
        hasBit('c.business_lines', lineBits(filters.businessLine, filters.businessLineStatus)),
      ),
    ],
    ['industryType', byCode('c.industry', filters.industryType, INDUSTRIES)],
    ['subIndustryType', byCode('c.sub_industry', filters.subIndustryType, SUB_INDUSTRIES)],
    ['companyType', byCode('c.company_type', filters.companyType, COMPANY_TYPES)],
    ['turnoverRange', byCode('c.turnover', filters.turnoverRange, offered.TURNOVERS)],
    ['isGstAvailable', isYes('c.has_gst', filters.isGstAvailable)],
    ['addressLocation', chosen(filters.addressLocation, () => isOne('c.location', terms.addressLocation))],
    ['orgStatus', byCode('c.org_status', filters.orgStatus, offered.ORG_STATUSES)],
    ['dispositionDays', chosen(filters.dispositionDays, () => calledWithin(today, filters.dispositionDays))],
    ['isExistingOfbOrOxyzo', isYes('c.is_existing', filters.isExistingOfbOrOxyzo)],
    ['priority', byCode('c.priority', filters.priority, offered.PRIORITIES)],
    ['activityScore', byCode('c.activity_score', filters.activityScore, offered.ACTIVITY_SCORES)],
    [
      'biddingActivity',
      chosen(filters.biddingActivity, () => inBuckets('c.bids', offered.BIDDING, filters.biddingActivity)),
    ],
    [
      'sectorsParticipated',
      chosen(filters.sectorsParticipated, () => shares('c.sectors_participated', terms.sectorsParticipated)),
    ],
    ['sectorsWon', chosen(filters.sectorsWon, () => shares('c.sectors_won', terms.sectorsWon))],
    ['sectorsLost', chosen(filters.sectorsLost, () => shares('c.sectors_lost', terms.sectorsLost))],
    ['procurementType', byBits('c.procurement_types', filters.procurementType, offered.PROCUREMENT_TYPES)],
    ['procurementSource', byBits('c.procurement_sources', filters.procurementSource, offered.PROCUREMENT_SOURCES)],
    ...textSteps('boq_words', filters.boqKeywords, filters.excludedBoqKeywords, filters.isNegativeBoqSearch, [
      'boqKeywords',
      'excludedBoqKeywords',
    ]),
    ...textSteps(
      'tender_words',
      filters.tenderDescription,
      filters.excludedTenderDescription,
      filters.isNegativeTenderDescriptionSearch,
      ['tenderDescription', 'excludedTenderDescription'],
    ),
  ]);
}

const ACTIVITY_COLUMNS = { DOWNLOAD: 'k.downloads', VIEW: 'k.views', SEARCH: 'k.searches' } as const;

/** Any of the chosen activities, as often as its buckets say. */
const searched = (filters: CampaignFilters): Condition =>
  either(
    offered.SEARCH_ACTIVITIES.filter(({ value }) => filters.searchActivityType.includes(value)).map(
      ({ value, field, buckets }) => inBuckets(ACTIVITY_COLUMNS[value], buckets, filters[field]),
    ),
  );

/** Contacts that can be reached in one of the ways. */
function reachable(modes: readonly string[]): Condition {
  const byMail = modes.includes('EMAIL') ? [isAbove('k.mail', 0)] : [];
  const byMobile = modes.some((mode) => mode !== 'EMAIL') ? [isAbove('k.mobile', 0)] : [];
  return either([...byMail, ...byMobile]);
}

/** Not targeted in the last N days, today counted (CAMP-9). */
function coolOff({ filters, today, except }: ConditionInput): Condition {
  const since = daysAgo(today, Number(filters.coolOffPeriod));
  const cool = asked('k.last_targeted_on', sql`k.last_targeted_on <= ${since.date}`, (day) => day <= since.at);
  if (except === null) return cool;
  const where = sql`(${cool.where} or not exists (select from campaign_targets t
    where t.contact_id = k.id and t.targeted_on > ${since.date} and t.campaign_id <> ${except}))`;
  return { where, parts: null };
}

/** Active in the last N days, today counted. */
function activeWithin(today: Day, days: number): Condition {
  const before = daysAgo(today, days);
  return asked('k.last_active_on', sql`k.last_active_on > ${before.date}`, (day) => day > before.at);
}

/**
 * What is asked of a contact, in the order of the form; the cool-off comes last, so that what it alone leaves out can
 * be told.
 */
export function contactSteps(input: ConditionInput): Step[] {
  const { filters, terms, today } = input;
  return used([
    [
      'dispositionStatus',
      chosen(filters.dispositionStatus, () => isOne('k.disposition', dispositionCodes(filters.dispositionStatus))),
    ],
    ['isCompanyDomainPresent', isYes('k.is_company_domain', filters.isCompanyDomainPresent)],
    ['isContactVerified', isYes('k.is_verified', filters.isContactVerified)],
    ['planType', chosen(filters.planType, () => isOne('k.plan', terms.planType))],
    [
      'searchActivityDays',
      filters.searchActivityDays === null ? null : activeWithin(today, filters.searchActivityDays),
    ],
    ['activitySectorName', chosen(filters.activitySectorName, () => shares('k.sectors', terms.activitySectorName))],
    ['searchActivityType', chosen(filters.searchActivityType, () => searched(filters))],
    ['utmSource', chosen(filters.utmSource, () => isOne('k.utm_source', terms.utmSource))],
    ['utmMedium', chosen(filters.utmMedium, () => isOne('k.utm_medium', terms.utmMedium))],
    ['utmContent', chosen(filters.utmContent, () => isOne('k.utm_content', terms.utmContent))],
    ['utmCampaign', chosen(filters.utmCampaign, () => isOne('k.utm_campaign', terms.utmCampaign))],
    ['campaignMode', chosen(filters.campaignMode, () => reachable(filters.campaignMode))],
    ['coolOffPeriod', filters.coolOffPeriod === null ? null : coolOff(input)],
  ]);
}

/**
 * What the conditions of a campaign need to know besides its filters: the codes of values that come with the data. A
 * value that is not there has none, and nothing is like it.
 */
export async function conditionInputOf(
  db: Kysely<Tables>,
  filters: CampaignFilters,
  today: Day,
  except: string | null = null,
): Promise<ConditionInput> {
  const fields = Object.entries(DYNAMIC_FIELDS) as [DynamicFilter, TermField][];
  const asked = fields.flatMap(([filter, field]) => filters[filter].map((value) => ({ field, value })));
  const known = new Map<string, number>();
  if (asked.length > 0) {
    const { rows } = await sql<{ field: string; value: string; code: number }>`
      select a.field, a.value, t.code
      from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (field text, value text)
      join campaign_terms t on t.field = a.field and lower(t.value) = lower(a.value)`.execute(db);
    for (const { field, value, code } of rows) known.set(`${field} ${value}`, code);
  }
  const codes = (filter: DynamicFilter, field: TermField): number[] =>
    filters[filter].flatMap((value) => known.get(`${field} ${value}`) ?? []);
  return {
    filters,
    today,
    except,
    terms: Object.fromEntries<readonly number[]>(
      fields.map(([filter, field]) => [filter, codes(filter, field)]),
    ) as TermCodes,
  };
}
