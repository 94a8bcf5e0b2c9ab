import { describe, expect, it, test } from 'vitest';
import { MULTI_FILTERS, NEGATIVE_FILTERS, SINGLE_FILTERS, TEXT_FILTERS, type FilterField } from '#contract/campaign.ts';
import { DYNAMIC_FIELDS, SEARCH_ACTIVITIES, STATIC_OPTIONS } from '#contract/campaignOptions.ts';
import { COMPANY_TYPES, INDUSTRIES, SUB_INDUSTRIES } from '#contract/companyTrades.ts';
import { FILTER_LABELS } from '#contract/filterLabels.ts';
import { CAMPAIGN_STATUSES } from '#contract/enums.ts';
import {
  actionsOf,
  bucketFieldsFor,
  businessLineStatusesFor,
  campaignCan,
  CAMPAIGN_ACTIONS,
  contactStatusesFor,
  maySubmit,
  mayUseCampaigns,
  noFilters,
  parseCampaignFilters,
  parseCampaignName,
  REQUIRED_FIELDS,
  statusesAfterGoal,
  keywordsOf,
} from '#domain/campaign.ts';

const GOOD = {
  turnoverRange: ['NHV'],
  companyType: ['LLP'],
  campaignGoals: 'ACQUISITION',
  businessLine: ['NEXIZO'],
  businessLineStatus: ['HOT', 'WARM'],
  coolOffPeriod: '7',
  contactPersonType: 'SINGLE',
  campaignMode: ['EMAIL'],
};
const errorsOf = (body: unknown) => {
  const parsed = parseCampaignFilters(body);
  return parsed.ok ? {} : parsed.errors;
};
const valueOf = (changes: object = {}) => {
  const parsed = parseCampaignFilters({ ...GOOD, ...changes });
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value;
};

describe('CAMP-1 what a search needs', () => {
  it('asks for the eight lists in their order', () => {
    const parsed = parseCampaignFilters({});
    expect(parsed).toMatchObject({ ok: false, message: "Turnover can't be empty" });
    expect(Object.values(errorsOf({}))).toEqual([
      "Turnover can't be empty",
      "Company Type can't be empty",
      "Campaign Goal can't be empty",
      "Business Line can't be empty",
      "Business Line Status can't be empty",
      "Cool Off Period can't be empty",
      "Contact Person Type can't be empty",
      "Campaign Mode can't be empty",
    ]);
  });

  test.each(Object.keys(GOOD))('without %s alone: its sentence and no other', (field) => {
    for (const nothing of [undefined, null, Array.isArray(GOOD[field as keyof typeof GOOD]) ? [] : ''])
      expect(Object.keys(errorsOf({ ...GOOD, [field]: nothing }))).toEqual([field]);
  });

  it('reads a list as it is chosen, each value once, and what is not chosen as nothing', () => {
    expect(valueOf()).toEqual({ ...noFilters(), ...GOOD });
    expect(
      valueOf({
        coolOffPeriod: 7,
        turnoverRange: ['NHV', 'NHV'],
        addressLocation: [' Pune '],
        boqKeywords: ' cement,\n pipe ',
        searchActivityDays: '30',
        isNegativeBoqSearch: ['YES'],
      }),
    ).toMatchObject({
      coolOffPeriod: '7',
      turnoverRange: ['NHV'],
      addressLocation: ['Pune'],
      boqKeywords: 'cement, pipe',
      searchActivityDays: 30,
      isNegativeBoqSearch: 'YES',
    });
  });

  test.each<[string, object, string]>([
    ['a value of no list', { priority: ['P9'] }, 'Org score (priority) has a value that is not offered'],
    ['a value where a list belongs', { companyType: 'LLP' }, 'Company Type has a value that is not offered'],
    [
      'a list where a value belongs',
      { contactPersonType: ['ALL'] },
      'Contact Person Type has a value that is not offered',
    ],
    ['days of cool-off of one’s own', { coolOffPeriod: 4 }, 'Cool Off Period has a value that is not offered'],
    [
      'a yes that is none',
      { isNegativeTenderDescriptionSearch: 'NO' },
      'Negative Tender Description Search has a value that is not offered',
    ],
    [
      'days that are no number',
      { searchActivityDays: 'ten' },
      'Search Activity (Days) must be a number from 1 to 3650',
    ],
    ['no days at all', { searchActivityDays: 0 }, 'Search Activity (Days) must be a number from 1 to 3650'],
    [
      'a text without end',
      { tenderDescription: 'x'.repeat(501) },
      'Included Tender Description cannot be longer than 500 characters',
    ],
    [
      'characters that cannot be stored',
      { boqKeywords: 'a\u0000b' },
      'Included BOQ Keyword contains characters that cannot be stored',
    ],
    ['a place without end', { addressLocation: ['x'.repeat(101)] }, 'Address Location has a value that is not offered'],
    [
      'too many',
      { addressLocation: Array.from({ length: 201 }, (_, i) => `Place ${i}`) },
      'Address Location: at most 200 can be chosen',
    ],
  ])('says of %s what is wrong with it', (_name, changes, message) => {
    expect(Object.values(errorsOf({ ...GOOD, ...changes }))).toEqual([message]);
  });

  test.each([null, undefined, 'text', 7, [], [GOOD]])('takes %j for nothing', (body) => {
    expect(Object.keys(errorsOf(body))).toHaveLength(8);
  });
});

describe('CAMP-2 search activity', () => {
  test.each(SEARCH_ACTIVITIES.map(({ value, label, field }) => [value, label, field] as const))(
    '%s asks for its bucket',
    (value, label, field) => {
      expect(errorsOf({ ...GOOD, searchActivityType: [value] })).toEqual({
        [field]: `Search Activity ${label} Bucket can't be empty`,
      });
      expect(bucketFieldsFor([value])).toEqual([field]);
    },
  );

  it('says all eight first, then the buckets; a bucket of no chosen type is left out', () => {
    expect(Object.keys(errorsOf({ ...GOOD, campaignMode: [], searchActivityType: ['VIEW', 'DOWNLOAD'] }))).toEqual([
      'campaignMode',
      'searchActivityDownloadBucket',
      'searchActivityViewBucket',
    ]);
    expect(
      valueOf({
        searchActivityType: ['VIEW'],
        searchActivityViewBucket: ['ABOVE_100'],
        searchActivitySearchBucket: ['BELOW_10'],
      }),
    ).toMatchObject({ searchActivityViewBucket: ['ABOVE_100'], searchActivitySearchBucket: [] });
  });
});

describe('CAMP-3 name and submit', () => {
  it('asks for counts before, and for a name that is not blank', () => {
    expect(maySubmit(false)).toMatchObject({ message: 'Cannot Create Campaign Before Searching Count' });
    expect(maySubmit(true).ok).toBe(true);
    for (const blank of ['', '  \n ', undefined, null]) expect(parseCampaignName(blank).ok).toBe(false);
    expect(parseCampaignName(' Diwali   2026 ')).toEqual({ ok: true, value: 'Diwali 2026' });
    expect(parseCampaignName('x'.repeat(101))).toMatchObject({
      message: 'Campaign Name cannot be longer than 100 characters',
    });
  });
});

describe('CAMP-4 CAMP-5 one choice drives another', () => {
  it('the goal the business line statuses', () => {
    expect(businessLineStatusesFor('ACQUISITION')).toEqual(['HOT', 'WARM', 'COLD', 'NO_STATUS']);
    expect(businessLineStatusesFor('RENEWAL')).toEqual(['CONVERTED']);
    expect([businessLineStatusesFor(null), businessLineStatusesFor('OTHER')]).toEqual([[], []]);
    expect([statusesAfterGoal('RENEWAL'), statusesAfterGoal('ACQUISITION'), statusesAfterGoal(null)]).toEqual([
      ['CONVERTED'],
      [],
      [],
    ]);
    expect(errorsOf({ ...GOOD, campaignGoals: 'RENEWAL' })).toEqual({
      businessLineStatus: 'Business Line Status does not go with the Campaign Goal',
    });
    expect(valueOf({ campaignGoals: 'RENEWAL', businessLineStatus: ['CONVERTED'] }).businessLineStatus).toEqual([
      'CONVERTED',
    ]);
  });

  test.each<[string[], string[]]>([
    [[], []],
    [['yet_to_contact'], ['YET_TO_CONTACT']],
    [
      ['do_not_follow_up', 'yet_to_contact'],
      ['DO_NOT_FOLLOW_UP', 'YET_TO_CONTACT'],
    ],
    [
      ['follow_up', 'do_not_follow_up'],
      ['FOLLOW_UP', 'DO_NOT_FOLLOW_UP', 'YET_TO_CONTACT'],
    ],
  ])('org status %j the contact statuses', (orgStatus, offered) => {
    expect(contactStatusesFor(orgStatus)).toEqual(offered);
    for (const status of ['FOLLOW_UP', 'DO_NOT_FOLLOW_UP', 'YET_TO_CONTACT']) {
      expect(errorsOf({ ...GOOD, orgStatus, dispositionStatus: [status] })).toEqual(
        offered.includes(status) ? {} : { dispositionStatus: 'Contact Status does not go with the Org Status' },
      );
    }
  });
});

describe('CAMP-6 CAMP-7 what a row offers, and who may', () => {
  test.each(CAMPAIGN_STATUSES.map((status) => [status]))('%s', (status) => {
    const made = status !== 'PROCESSING';
    expect(actionsOf(status)).toEqual(made ? CAMPAIGN_ACTIONS : ['view']);
    expect(campaignCan.change({ status }).ok).toBe(made);
  });

  it('campaign managers use them, and change their own', () => {
    expect(mayUseCampaigns({ roles: ['campaign', 'campaignManager'] }).ok).toBe(true);
    for (const roles of [[], ['campaign'], ['campaignManager'], ['admin', 'finance', 'manager']] as const)
      expect(mayUseCampaigns({ roles })).toMatchObject({ ok: false, code: 'FORBIDDEN' });
    expect(campaignCan.own({ id: 'a' }, { ownerId: 'a', ownerName: 'Asha' }).ok).toBe(true);
    expect(campaignCan.own({ id: 'b' }, { ownerId: 'a', ownerName: 'Asha' })).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Only Asha can change this campaign.',
    });
  });
});

describe('CAMP-17 the lists', () => {
  it('every filter has a name; every list of values its options, here or in the data', () => {
    const all: FilterField[] = [
      ...MULTI_FILTERS,
      ...SINGLE_FILTERS,
      ...TEXT_FILTERS,
      ...NEGATIVE_FILTERS,
      'searchActivityDays',
    ];
    expect(Object.keys(FILTER_LABELS).toSorted()).toEqual(all.toSorted());
    expect(Object.keys(noFilters()).toSorted()).toEqual(all.toSorted());
    expect([...Object.keys(STATIC_OPTIONS), ...Object.keys(DYNAMIC_FIELDS)].toSorted()).toEqual(
      [...MULTI_FILTERS, ...SINGLE_FILTERS].toSorted(),
    );
    expect([COMPANY_TYPES.length, INDUSTRIES.length, SUB_INDUSTRIES.length]).toEqual([20, 35, 35]);
    expect(REQUIRED_FIELDS).toHaveLength(11);
  });

  test.each(Object.entries(STATIC_OPTIONS))('%s: values that differ, and a label each', (_field, options) => {
    expect(new Set(options.map(({ value }) => value)).size).toBe(options.length);
    expect(options.every(({ value, label }) => value !== '' && label !== '')).toBe(true);
  });

  it('words stand between commas', () => {
    expect(keywordsOf(' Cement, road  works,,cement \n Pump')).toEqual(['cement', 'road  works', 'pump']);
    expect(keywordsOf(null)).toEqual([]);
  });
});
