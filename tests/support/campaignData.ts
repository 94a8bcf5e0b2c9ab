import type { CampaignCounts, CampaignFilters, MultiFilter } from '#contract/campaign.ts';
import * as offered from '#contract/campaignOptions.ts';
import type { Bucket } from '#contract/campaignOptions.ts';
import { contactStatusesFor, businessLineStatusesFor, noFilters, keywordsOf } from '#domain/campaign.ts';
import { type Day } from '#domain/dates.ts';
import { codeOf } from '#server/modules/campaigns/codes.ts';
import { fc } from './property.ts';
import { type Contact, type Company, TERMS, WORDS } from './campaignMarket.ts';

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
