import {
  campaignFiltersBody,
  MULTI_FILTERS,
  NEGATIVE_FILTERS,
  SINGLE_FILTERS,
  TEXT_FILTERS,
  type CampaignFilters,
  type FilterField,
  type MultiFilter,
} from '#contract/campaign.ts';
import {
  BUSINESS_LINE_STATUSES,
  DISPOSITION_STATUSES,
  DYNAMIC_FIELDS,
  SEARCH_ACTIVITIES,
  STATIC_OPTIONS,
  type BucketField,
  type BusinessLineStatus,
  type DispositionStatus,
} from '#contract/campaignOptions.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import type { CAMPAIGN_STATUSES, Role } from '#contract/enums.ts';
import { MESSAGES, type FieldErrors } from '#contract/error.ts';
import { MAX_CAMPAIGN_WORDS, MAX_CHOSEN, MAX_NAME } from '#contract/limits.ts';
import { conform, type Parsed } from './parsing.ts';
import { parseLine } from './text.ts';
import { allowed, refused, invalid, type ParseResult, type Verdict } from './verdict.ts';

/** Campaigns: what a search needs, which choice drives which other one, and who may change what. */

/** The lists that a search cannot do without, in the order in which they are asked for (CAMP-1). */
const NEEDED = [
  ['turnoverRange', 'Turnover'],
  ['companyType', 'Company Type'],
  ['campaignGoals', 'Campaign Goal'],
  ['businessLine', 'Business Line'],
  ['businessLineStatus', 'Business Line Status'],
  ['coolOffPeriod', 'Cool Off Period'],
  ['contactPersonType', 'Contact Person Type'],
  ['campaignMode', 'Campaign Mode'],
] as const satisfies readonly (readonly [FilterField, string])[];

/** Marked with a star: what CAMP-1 and CAMP-2 ask for. */
export const REQUIRED_FIELDS: readonly FilterField[] = [
  ...NEEDED.map(([field]) => field),
  ...SEARCH_ACTIVITIES.map(({ field }) => field),
];

export const CAMPAIGN_MESSAGES = {
  searchFirst: 'Cannot Create Campaign Before Searching Count',
  created: 'Campaign Created Successfully.',
  nameMissing: 'Please enter Campaign Name',
} as const;

/**
 * The statuses that a goal offers: acquiring, all but who is a customer already; renewing, just those; without a goal
 * none (CAMP-4).
 */
export function businessLineStatusesFor(goal: string | null | undefined): BusinessLineStatus[] {
  if (goal !== 'ACQUISITION' && goal !== 'RENEWAL') return [];
  return BUSINESS_LINE_STATUSES.map(({ value }) => value).filter(
    (value) => (value === 'CONVERTED') === (goal === 'RENEWAL'),
  );
}

/** The statuses once another goal is chosen: what was chosen goes; renewing means CONVERTED (CAMP-4). */
export const statusesAfterGoal = (goal: string | null | undefined): BusinessLineStatus[] =>
  goal === 'RENEWAL' ? businessLineStatusesFor(goal) : [];

/**
 * The contact statuses that the chosen org statuses offer. Choosing other org statuses clears what was chosen (CAMP-5).
 */
export function contactStatusesFor(orgStatuses: readonly string[]): DispositionStatus[] {
  const all = DISPOSITION_STATUSES.map(({ value }) => value);
  if (orgStatuses.includes('follow_up')) return all;
  if (orgStatuses.includes('do_not_follow_up')) return all.filter((value) => value !== 'FOLLOW_UP');
  return orgStatuses.includes('yet_to_contact') ? ['YET_TO_CONTACT'] : [];
}

/** The bucket lists that show for the chosen types of search activity (CAMP-2). */
export const bucketFieldsFor = (types: readonly string[]): BucketField[] =>
  SEARCH_ACTIVITIES.filter(({ value }) => types.includes(value)).map(({ field }) => field);

/** Nothing chosen. */
export const noFilters = (): CampaignFilters =>
  Object.fromEntries<unknown>([
    ...MULTI_FILTERS.map((field) => [field, []] as const),
    ...[...SINGLE_FILTERS, ...TEXT_FILTERS, ...NEGATIVE_FILTERS, 'searchActivityDays'].map(
      (field) => [field, null] as const,
    ),
  ]) as CampaignFilters;

const NOT_OFFERED = (field: FilterField): string => `${FILTER_LABELS[field]} has a value that is not offered`;

function parseMany(field: MultiFilter, given: unknown, offered: readonly string[] | null): Parsed<string[]> {
  if (given === undefined || given === null) return { value: [] };
  if (!Array.isArray(given) || !given.every((item) => typeof item === 'string' || typeof item === 'number'))
    return { message: NOT_OFFERED(field) };
  const values = [...new Set(given.map((item) => String(item).trim()))].filter((value) => value !== '');
  if (values.length > MAX_CHOSEN) return { message: `${FILTER_LABELS[field]}: at most ${MAX_CHOSEN} can be chosen` };
  const bad =
    offered === null
      ? values.some((value) => !parseLine(value, '', MAX_NAME).ok)
      : values.some((value) => !offered.includes(value));
  return bad ? { message: NOT_OFFERED(field) } : { value: values };
}

function parseOne(field: FilterField, given: unknown, offered: readonly string[]): Parsed<string | null> {
  if (given === undefined || given === null || given === '') return { value: null };
  const value = typeof given === 'string' || typeof given === 'number' ? String(given) : null;
  return value !== null && offered.includes(value) ? { value } : { message: NOT_OFFERED(field) };
}

/** The words of a text filter: parts between commas, each once. */
export const keywordsOf = (text: string | null): string[] => [
  ...new Set(
    (text ?? '')
      .split(/[,\n]/)
      .map((part) => part.trim().toLowerCase())
      .filter((part) => part !== ''),
  ),
];

function parseWords(field: FilterField, given: unknown): Parsed<string | null> {
  const parsed = parseLine(given, FILTER_LABELS[field], MAX_CAMPAIGN_WORDS);
  return parsed.ok ? { value: parsed.text || null } : { message: parsed.message };
}

function parseYes(field: FilterField, given: unknown): Parsed<'YES' | null> {
  const value: unknown = Array.isArray(given) ? given[0] : given;
  if (value === undefined || value === null || value === '') return { value: null };
  return value === 'YES' ? { value } : { message: NOT_OFFERED(field) };
}

function parseDays(given: unknown): Parsed<number | null> {
  if (given === undefined || given === null || given === '') return { value: null };
  const days =
    typeof given === 'number'
      ? given
      : typeof given === 'string' && /^\d{1,4}$/.test(given.trim())
        ? Number(given)
        : NaN;
  return Number.isInteger(days) && days >= 1 && days <= 3_650
    ? { value: days }
    : { message: `${FILTER_LABELS.searchActivityDays} must be a number from 1 to 3650` };
}

const valuesOf = (field: keyof typeof STATIC_OPTIONS): string[] => STATIC_OPTIONS[field].map(({ value }) => value);

/** The field by the contract's schema, and then by its own rule. */
function parseField(field: FilterField, given: Readonly<Record<string, unknown>>): Parsed<unknown> {
  const value = given[field];
  if ('message' in conform(campaignFiltersBody.shape[field], value)) return { message: NOT_OFFERED(field) };
  if (field === 'searchActivityDays') return parseDays(value);
  if ((TEXT_FILTERS as readonly string[]).includes(field)) return parseWords(field, value);
  if ((NEGATIVE_FILTERS as readonly string[]).includes(field)) return parseYes(field, value);
  if ((SINGLE_FILTERS as readonly string[]).includes(field))
    return parseOne(field, value, valuesOf(field as keyof typeof STATIC_OPTIONS));
  return parseMany(
    field as MultiFilter,
    value,
    field in DYNAMIC_FIELDS ? null : valuesOf(field as keyof typeof STATIC_OPTIONS),
  );
}

const isEmpty = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/**
 * What does not go with the goal, or with the org status (CAMP-4, CAMP-5). A contact status without an org status is
 * refused too: none was offered.
 */
function misfits(filters: CampaignFilters): FieldErrors {
  const errors: FieldErrors = {};
  const statuses: readonly string[] = businessLineStatusesFor(filters.campaignGoals);
  if (filters.campaignGoals !== null && filters.businessLineStatus.some((value) => !statuses.includes(value)))
    errors['businessLineStatus'] = 'Business Line Status does not go with the Campaign Goal';
  const contact: readonly string[] = contactStatusesFor(filters.orgStatus);
  if (filters.dispositionStatus.some((value) => !contact.includes(value)))
    errors['dispositionStatus'] = 'Contact Status does not go with the Org Status';
  return errors;
}

/**
 * Parses the filters of a search, as chosen in the form or as they came over the wire: the eight lists in their order,
 * then the bucket of each search activity (CAMP-1, CAMP-2), then what is wrong in any other field. What belongs to an
 * activity that is not chosen is left out.
 */
export function parseCampaignFilters(body: unknown): ParseResult<CampaignFilters> {
  const given = (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}) as Record<
    string,
    unknown
  >;
  const values: Record<string, unknown> = {};
  const unreadable: FieldErrors = {};
  for (const field of Object.keys(noFilters()) as FilterField[]) {
    const parsed = parseField(field, given);
    if ('message' in parsed) unreadable[field] = parsed.message;
    else values[field] = parsed.value;
  }
  const filters = { ...noFilters(), ...values } as CampaignFilters;
  const buckets = bucketFieldsFor(filters.searchActivityType);
  const errors: FieldErrors = {};
  for (const [field, name] of NEEDED)
    if (unreadable[field] === undefined && isEmpty(filters[field])) errors[field] = `${name} can't be empty`;
  for (const field of buckets)
    if (unreadable[field] === undefined && isEmpty(filters[field]))
      errors[field] = `${FILTER_LABELS[field]} can't be empty`;
  for (const [field, message] of Object.entries({ ...unreadable, ...misfits(filters) })) errors[field] ??= message;
  if (Object.keys(errors).length > 0) return invalid(errors);
  for (const { field } of SEARCH_ACTIVITIES) if (!buckets.includes(field)) filters[field] = [];
  return { ok: true, value: filters };
}

/** A campaign's name: not blank once it is trimmed (CAMP-3). */
export function parseCampaignName(given: unknown): ParseResult<string> {
  const parsed = parseLine(given, 'Campaign Name', MAX_NAME);
  if (!parsed.ok) return invalid({ campaignName: parsed.message });
  return parsed.text === ''
    ? invalid({ campaignName: CAMPAIGN_MESSAGES.nameMissing })
    : { ok: true, value: parsed.text };
}

/** May the campaign be submitted? `searched`: the counts of these very filters are there (CAMP-3). */
export const maySubmit = (searched: boolean): Verdict =>
  searched ? allowed : refused('INVALID', CAMPAIGN_MESSAGES.searchFirst);

export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];
export const CAMPAIGN_ACTIONS = ['view', 'edit', 'delete', 'download', 'rerun', 'analytics'] as const;
export type CampaignAction = (typeof CAMPAIGN_ACTIONS)[number];

/**
 * While the report file is being made a row offers only to view it; else everything (CAMP-6). Who may is another
 * question: see `campaignCan`.
 */
export const actionsOf = (status: string): readonly CampaignAction[] =>
  status === BEING_MADE ? ['view'] : CAMPAIGN_ACTIONS;

/** A campaign whose report file has not been made yet. */
export const BEING_MADE = 'PROCESSING' satisfies CampaignStatus;
export const MADE = 'READY' satisfies CampaignStatus;
export const NOT_MADE = 'FAILED' satisfies CampaignStatus;

interface Reader {
  id: string;
  roles: readonly Role[];
}

/** What campaigns are is the business of campaign managers; a campaign user who is none has no access (CAMP-7). */
export const mayUseCampaigns = ({ roles }: Pick<Reader, 'roles'>): Verdict =>
  roles.includes('campaign') && roles.includes('campaignManager') ? allowed : refused('FORBIDDEN', MESSAGES.forbidden);

export const campaignCan = {
  /** Every campaign manager sees all campaigns; only its creator changes or deletes one (CAMP-7). */
  own: (actor: Pick<Reader, 'id'>, campaign: { ownerId: string; ownerName: string }): Verdict =>
    actor.id === campaign.ownerId
      ? allowed
      : refused('FORBIDDEN', `Only ${campaign.ownerName} can change this campaign.`),
  /** Not while its report file is being made (CAMP-6). */
  change: (campaign: { status: string }): Verdict =>
    campaign.status === BEING_MADE
      ? refused('CONFLICT', 'The report file of this campaign is still being made. Try again when it is ready.')
      : allowed,
} as const;
