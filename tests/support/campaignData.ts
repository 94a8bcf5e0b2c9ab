import { sql, type Kysely } from 'kysely';
import type { CampaignCounts, CampaignFilters, MultiFilter } from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import type { Bucket, TermField } from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import { contactStatusesFor, businessLineStatusesFor, noFilters, keywordsOf } from '#domain/campaign.ts';
import { addDays, type Day } from '#domain/dates.ts';
import { bitsOf, codeOf, lineBits } from '#server/modules/campaigns/codes.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { fc } from './property.ts';

/**
 * A small market of companies and contacts as plain objects, the same in the database, and what filters come to when
 * each is looked at one by one.
 */

export interface Contact {
  id: number;
  seniority: number;
  mail: number;
  mobile: number;
  disposition: string;
  targetedOn: Day | null;
  activeOn: Day | null;
  downloads: number;
  views: number;
  searches: number;
  plan: string;
  utmSource: string;
  utmMedium: string;
  utmContent: string;
  utmCampaign: string;
  verified: boolean;
  companyDomain: boolean;
  sectors: string[];
}
export interface Company {
  id: number;
  turnover: string;
  type: string;
  orgStatus: string;
  priority: string;
  industry: string;
  subIndustry: string;
  score: string;
  procurementTypes: string[];
  procurementSources: string[];
  gst: boolean;
  existing: boolean;
  /** Status by business line. */
  lines: Record<string, string>;
  location: string;
  bids: number;
  calledOn: Day | null;
  participated: string[];
  won: string[];
  lost: string[];
  boq: string;
  tender: string;
  contacts: Contact[];
}

/** Lists that come with the data; of each some. */
const TERMS: Readonly<Record<TermField, readonly string[]>> = {
  utmSource: ['google', 'Facebook'],
  utmMedium: ['cpc', 'mail'],
  utmContent: ['banner'],
  utmCampaign: ['Diwali', 'Monsoon'],
  sectorNames: ['Roads', 'Rail', 'Water'],
  addressLocation: ['Pune', 'Delhi'],
  planName: ['Gold', 'Silver'],
};
const WORDS = ['cement', 'steel pipe', 'road works', 'pump'];

/** Numbers that repeat themselves from one seed. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const mixed = Math.imul(state ^ (state >>> 12), 0x297a2d39);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

export function market(companies: number, today: Day, seed = 7): Company[] {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  const some = <Value>(values: readonly Value[]): Value[] => values.filter(() => next() < 0.35);
  const valuesOf = (options: readonly { value: string }[], most = 4): string[] =>
    options.slice(0, most).map(({ value }) => value);
  const daysBack = (most: number): Day | null => (next() < 0.3 ? null : addDays(today, -below(most)));
  let contactId = 0;
  const contact = (): Contact => ({
    id: (contactId += 1),
    seniority: 1 + below(offered.SENIORITIES.length),
    mail: below(5),
    mobile: below(5),
    disposition: one(valuesOf(offered.DISPOSITION_STATUSES)),
    targetedOn: next() < 0.7 ? null : addDays(today, -below(95)),
    activeOn: daysBack(40),
    downloads: below(25),
    views: below(120),
    searches: below(120),
    plan: one(['', ...TERMS.planName]),
    utmSource: one(['', ...TERMS.utmSource]),
    utmMedium: one(['', ...TERMS.utmMedium]),
    utmContent: one(['', ...TERMS.utmContent]),
    utmCampaign: one(['', ...TERMS.utmCampaign]),
    verified: next() < 0.5,
    companyDomain: next() < 0.5,
    sectors: some(TERMS.sectorNames),
  });
  return Array.from({ length: companies }, (_, index) => ({
    id: index + 1,
    turnover: one(valuesOf(offered.TURNOVERS, 3)),
    type: one(valuesOf(COMPANY_TYPES, 3)),
    orgStatus: one(valuesOf(offered.ORG_STATUSES)),
    priority: one(valuesOf(offered.PRIORITIES)),
    industry: one(valuesOf(INDUSTRIES, 3)),
    subIndustry: one(valuesOf(SUB_INDUSTRIES, 3)),
    score: one(valuesOf(offered.ACTIVITY_SCORES)),
    procurementTypes: some(valuesOf(offered.PROCUREMENT_TYPES)),
    procurementSources: some(valuesOf(offered.PROCUREMENT_SOURCES, 6)),
    gst: next() < 0.5,
    existing: next() < 0.3,
    lines: Object.fromEntries(
      some(valuesOf(offered.BUSINESS_LINES)).map((line) => [line, one(valuesOf(offered.BUSINESS_LINE_STATUSES, 5))]),
    ),
    location: one(['', ...TERMS.addressLocation]),
    bids: one([0, 1, 4, 5, 9, 10, 19, 20, 99, 100, 250]),
    calledOn: daysBack(400),
    participated: some(TERMS.sectorNames),
    won: some(TERMS.sectorNames),
    lost: some(TERMS.sectorNames),
    boq: some(WORDS).join(' and '),
    tender: some(WORDS).join(' for '),
    contacts: Array.from({ length: below(7) }, contact),
  }));
}

const termCode = (field: TermField, value: string): number => TERMS[field].indexOf(value) + 1;
const array = (values: readonly string[]): string | null =>
  values.length === 0 ? null : `{${values.map((value) => termCode('sectorNames', value)).join(',')}}`;
const rows = (table: string, list: readonly object[]) =>
  sql`
    insert into ${sql.table(table)} (${sql.join(Object.keys(list[0] ?? {}).map((name) => sql.ref(name)))})
    select ${sql.join(Object.keys(list[0] ?? {}).map((name) => sql.ref(name)))}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(list)}::jsonb)`;

/**
 * Puts a market into a database that has none. Whom somebody targeted was targeted by `campaignId`, which must be
 * there.
 */
export async function store(db: Kysely<Tables>, companies: readonly Company[], campaignId: string): Promise<void> {
  await rows(
    'campaign_terms',
    Object.entries(TERMS).flatMap(([field, values]) =>
      values.map((value, index) => ({ field, code: index + 1, value })),
    ),
  ).execute(db);
  await rows(
    'companies',
    companies.map((company) => ({
      id: company.id,
      turnover: codeOf(offered.TURNOVERS, company.turnover),
      company_type: codeOf(COMPANY_TYPES, company.type),
      org_status: codeOf(offered.ORG_STATUSES, company.orgStatus),
      priority: codeOf(offered.PRIORITIES, company.priority),
      industry: codeOf(INDUSTRIES, company.industry),
      sub_industry: codeOf(SUB_INDUSTRIES, company.subIndustry),
      activity_score: codeOf(offered.ACTIVITY_SCORES, company.score),
      procurement_types: bitsOf(offered.PROCUREMENT_TYPES, company.procurementTypes),
      procurement_sources: bitsOf(offered.PROCUREMENT_SOURCES, company.procurementSources),
      has_gst: company.gst,
      is_existing: company.existing,
      business_lines: Object.entries(company.lines).reduce(
        (bits, [line, status]) => bits | lineBits([line], [status]),
        0,
      ),
      location: termCode('addressLocation', company.location),
      bids: company.bids,
      last_called_on: company.calledOn ?? '-infinity',
      sectors_participated: array(company.participated),
      sectors_won: array(company.won),
      sectors_lost: array(company.lost),
      name: `Company ${company.id}`,
      external_id: `C${company.id}`,
    })),
  ).execute(db);
  await rows(
    'company_texts',
    companies
      .filter(({ boq, tender }) => boq !== '' || tender !== '')
      .map(({ id, boq, tender }) => ({ company_id: id, boq, tender })),
  ).execute(db);
  const contacts = companies.flatMap((company) => company.contacts.map((contact) => ({ company, contact })));
  await rows(
    'contacts',
    contacts.map(({ company, contact }) => ({
      id: contact.id,
      company_id: company.id,
      seniority: contact.seniority,
      mail: contact.mail,
      mobile: contact.mobile,
      disposition: codeOf(offered.DISPOSITION_STATUSES, contact.disposition),
      last_active_on: contact.activeOn ?? '-infinity',
      views: contact.views,
      downloads: contact.downloads,
      searches: contact.searches,
      plan: termCode('planName', contact.plan),
      utm_source: termCode('utmSource', contact.utmSource),
      utm_medium: termCode('utmMedium', contact.utmMedium),
      utm_content: termCode('utmContent', contact.utmContent),
      utm_campaign: termCode('utmCampaign', contact.utmCampaign),
      is_verified: contact.verified,
      is_company_domain: contact.companyDomain,
      last_targeted_on: '-infinity',
      sectors: array(contact.sectors),
    })),
  ).execute(db);
  await rows(
    'contact_details',
    contacts.map(({ contact }) => ({
      contact_id: contact.id,
      external_id: `K${contact.id}`,
      name: `Contact ${contact.id}`,
      designation: '',
      email: contact.mail > 0 ? `k${contact.id}@example.com` : null,
      mobile: contact.mobile > 0 ? '9800000000' : null,
    })),
  ).execute(db);
  const targets = contacts.flatMap(({ contact }) =>
    contact.targetedOn === null
      ? []
      : [{ campaign_id: campaignId, contact_id: contact.id, targeted_on: contact.targetedOn }],
  );
  if (targets.length > 0) await rows('campaign_targets', targets).execute(db);
  // What was given an id must not be given it again.
  await sql`
    select setval(pg_get_serial_sequence('companies', 'id'), ${companies.length + 1}),
    setval(pg_get_serial_sequence('contacts', 'id'), ${contacts.length + 1})`.execute(db);
}

const inBuckets = (buckets: readonly Bucket[], chosen: readonly string[], amount: number): boolean =>
  buckets.some(({ value, from, to }) => chosen.includes(value) && amount >= from && (to === null || amount <= to));
const yes = (choice: string | null, fact: boolean): boolean =>
  choice === null || choice === 'ALL' || (choice === 'YES') === fact;
const any = (chosen: readonly string[], ...facts: string[]): boolean =>
  chosen.length === 0 ||
  facts.some((fact) => fact !== '' && chosen.some((value) => value.toLowerCase() === fact.toLowerCase()));
const daysSince = (today: Day, day: Day | null): number =>
  day === null ? Infinity : Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
const holds = (text: string, words: readonly string[]): boolean =>
  words.some((word) => ` ${text} `.includes(` ${word} `));

/** Does the company fit? Read off the rules (CAMP-22), and not off the conditions in SQL. */
function fits(filters: CampaignFilters, company: Company, today: Day): boolean {
  const f = filters;
  const called = daysSince(today, company.calledOn);
  const wanted = keywordsOf(f.boqKeywords);
  const tenders = keywordsOf(f.tenderDescription);
  return (
    any(f.turnoverRange, company.turnover) &&
    any(f.companyType, company.type) &&
    any(f.orgStatus, company.orgStatus) &&
    any(f.priority, company.priority) &&
    any(f.industryType, company.industry) &&
    any(f.subIndustryType, company.subIndustry) &&
    any(f.activityScore, company.score) &&
    any(f.procurementType, ...company.procurementTypes) &&
    any(f.procurementSource, ...company.procurementSources) &&
    any(f.addressLocation, company.location) &&
    any(f.sectorsParticipated, ...company.participated) &&
    any(f.sectorsWon, ...company.won) &&
    any(f.sectorsLost, ...company.lost) &&
    yes(f.isGstAvailable, company.gst) &&
    yes(f.isExistingOfbOrOxyzo, company.existing) &&
    f.businessLine.some((line) => f.businessLineStatus.includes(company.lines[line] ?? '')) &&
    (f.biddingActivity.length === 0 || inBuckets(offered.BIDDING, f.biddingActivity, company.bids)) &&
    (f.dispositionDays.length === 0 ||
      (company.calledOn === null
        ? f.dispositionDays.includes(offered.NEVER_CALLED)
        : inBuckets(
            offered.DISPOSITION_DAYS.filter((item): item is Bucket => 'from' in item),
            f.dispositionDays,
            called,
          ))) &&
    (wanted.length === 0 || holds(company.boq, wanted) === (f.isNegativeBoqSearch === null)) &&
    !holds(company.boq, keywordsOf(f.excludedBoqKeywords)) &&
    (tenders.length === 0 || holds(company.tender, tenders) === (f.isNegativeTenderDescriptionSearch === null)) &&
    !holds(company.tender, keywordsOf(f.excludedTenderDescription))
  );
}

const DONE = { DOWNLOAD: 'downloads', VIEW: 'views', SEARCH: 'searches' } as const;

/** Does the contact fit, the cool-off aside? */
function wanted(f: CampaignFilters, contact: Contact, today: Day): boolean {
  const active = offered.SEARCH_ACTIVITIES.some(
    ({ value, field, buckets }) =>
      f.searchActivityType.includes(value) && inBuckets(buckets, f[field], contact[DONE[value]]),
  );
  const reached =
    (f.campaignMode.includes('EMAIL') && contact.mail > 0) ||
    (f.campaignMode.some((mode) => mode !== 'EMAIL') && contact.mobile > 0);
  return (
    any(f.dispositionStatus, contact.disposition) &&
    yes(f.isCompanyDomainPresent, contact.companyDomain) &&
    yes(f.isContactVerified, contact.verified) &&
    any(f.planType, contact.plan) &&
    any(f.activitySectorName, ...contact.sectors) &&
    reached &&
    any(f.utmSource, contact.utmSource) &&
    any(f.utmMedium, contact.utmMedium) &&
    any(f.utmContent, contact.utmContent) &&
    any(f.utmCampaign, contact.utmCampaign) &&
    (f.searchActivityType.length === 0 || active) &&
    (f.searchActivityDays === null || daysSince(today, contact.activeOn) < f.searchActivityDays)
  );
}

const cool = (f: CampaignFilters, contact: Contact, today: Day): boolean =>
  daysSince(today, contact.targetedOn) >= Number(f.coolOffPeriod);

/** Whom the campaign reaches. */
export function chosenOf(
  filters: CampaignFilters,
  companies: readonly Company[],
  today: Day,
): { company: Company; contact: Contact }[] {
  const most = { SINGLE: 1, TOP_THREE: 3, TOP_FIVE: 5 }[filters.contactPersonType ?? ''] ?? Infinity;
  return companies
    .filter((company) => fits(filters, company, today))
    .flatMap((company) => {
      const left = company.contacts.filter(
        (contact) =>
          wanted(filters, contact, today) &&
          cool(filters, contact, today) &&
          (filters.contactPersonType !== 'SENIOR_MANAGEMENT' ||
            offered.SENIORITIES[contact.seniority - 1]?.senior === true),
      );
      return left
        .toSorted((a, b) => a.seniority - b.seniority || a.id - b.id)
        .slice(0, most)
        .map((contact) => ({ company, contact }));
    });
}

export function countsOf(filters: CampaignFilters, companies: readonly Company[], today: Day): CampaignCounts {
  const chosen = chosenOf(filters, companies, today);
  const delivered = (column: 'mail' | 'mobile', value: string): number =>
    chosen.filter(({ contact }) => contact[column] === codeOf(offered.DELIVERIES, value)).length;
  const targeted = companies
    .filter((company) => fits(filters, company, today))
    .flatMap(({ contacts }) => contacts)
    .filter((contact) => wanted(filters, contact, today) && !cool(filters, contact, today));
  return {
    totalCompanies: new Set(chosen.map(({ company }) => company.id)).size,
    totalContacts: chosen.length,
    totalDeliverableMails: delivered('mail', 'DELIVERABLE'),
    totalMobileNumbers: chosen.filter(({ contact }) => contact.mobile > 0).length,
    totalBlacklistedMails: delivered('mail', 'BLACKLISTED'),
    totalUndeliverableMails: delivered('mail', 'UNDELIVERABLE'),
    totalUnknownMails: delivered('mail', 'UNKNOWN'),
    totalMailsTargetedInLastXDays: targeted.filter(({ mail }) => mail > 0).length,
    totalMobileNumbersDeliverable: delivered('mobile', 'DELIVERABLE'),
    totalMobileNumbersBlacklisted: delivered('mobile', 'BLACKLISTED'),
    totalMobileNumbersUndeliverable: delivered('mobile', 'UNDELIVERABLE'),
    totalMobileNumbersUnknown: delivered('mobile', 'UNKNOWN'),
    totalMobileNumbersTargetedInLastXDays: targeted.filter(({ mobile }) => mobile > 0).length,
  };
}

const REQUIRED: readonly MultiFilter[] = ['turnoverRange', 'companyType', 'businessLine', 'campaignMode'];
const OPTIONAL: readonly MultiFilter[] = [
  'priority',
  'industryType',
  'subIndustryType',
  'procurementType',
  'procurementSource',
  'dispositionDays',
  'activityScore',
  'biddingActivity',
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
];
const listOf = (field: MultiFilter): string[] =>
  field in offered.DYNAMIC_FIELDS
    ? [...TERMS[offered.DYNAMIC_FIELDS[field as offered.DynamicFilter]], 'nowhere']
    : offered.STATIC_OPTIONS[field as keyof typeof offered.STATIC_OPTIONS].slice(0, 6).map(({ value }) => value);

/** Filters that a search could send: what must be chosen is, and a few of the others. */
export const someFilters: fc.Arbitrary<CampaignFilters> = fc.gen().map((g) => {
  const subset = (values: readonly string[], least = 1): string[] =>
    g(fc.subarray, [...values], { minLength: Math.min(least, values.length) });
  const rarely = (): boolean => g(fc.integer, { min: 0, max: 5 }) === 0;
  const filters = noFilters();
  const goal = g(fc.constantFrom, ...offered.GOALS.map(({ value }) => value));
  filters.campaignGoals = goal;
  filters.businessLineStatus = subset(businessLineStatusesFor(goal));
  filters.coolOffPeriod = g(fc.constantFrom, ...offered.COOL_OFF_DAYS.map(({ value }) => value));
  filters.contactPersonType = g(fc.constantFrom, ...offered.CONTACT_PERSON_TYPES.map(({ value }) => value));
  for (const field of REQUIRED) filters[field] = subset(listOf(field), field === 'campaignMode' ? 1 : 3);
  for (const field of OPTIONAL) if (rarely()) filters[field] = subset(listOf(field));
  if (rarely()) filters.orgStatus = subset(listOf('orgStatus'));
  if (filters.orgStatus.length > 0 && rarely())
    filters.dispositionStatus = subset(contactStatusesFor(filters.orgStatus));
  if (rarely()) filters.searchActivityType = subset(listOf('searchActivityType'));
  for (const { value, field, buckets } of offered.SEARCH_ACTIVITIES)
    if (filters.searchActivityType.includes(value)) filters[field] = subset(buckets.map((bucket) => bucket.value));
  for (const field of [
    'isContactVerified',
    'isCompanyDomainPresent',
    'isGstAvailable',
    'isExistingOfbOrOxyzo',
  ] as const)
    if (rarely()) filters[field] = g(fc.constantFrom, 'YES', 'NO', 'ALL');
  for (const field of ['boqKeywords', 'excludedBoqKeywords', 'tenderDescription', 'excludedTenderDescription'] as const)
    if (rarely()) filters[field] = subset([...WORDS, 'unheard-of']).join(', ');
  for (const field of ['isNegativeBoqSearch', 'isNegativeTenderDescriptionSearch'] as const)
    if (rarely()) filters[field] = 'YES';
  if (rarely()) filters.searchActivityDays = g(fc.integer, { min: 1, max: 40 });
  return filters;
});
