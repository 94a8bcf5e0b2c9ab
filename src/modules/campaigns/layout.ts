import { SINGLE_FILTERS, TEXT_FILTERS, type FilterField } from '#contract/campaign.ts';
import { SEARCH_ACTIVITIES, YES_NO_ALL, STATIC_OPTIONS } from '#contract/campaignOptions.ts';
import { bucketFieldsFor } from '#domain/campaign.ts';
import type { CampaignValues } from './values.ts';

/** The place of each filter in the form. */

export const MAIN: readonly FilterField[] = [
  'campaignGoals',
  'campaignMode',
  'businessLine',
  'businessLineStatus',
  'industryType',
  'subIndustryType',
  'companyType',
  'turnoverRange',
  'isGstAvailable',
  'addressLocation',
  'orgStatus',
  'dispositionDays',
  'isExistingOfbOrOxyzo',
  'priority',
  'activityScore',
  'coolOffPeriod',
  'contactPersonType',
];

export interface FilterSection {
  title: string;
  fields: readonly FilterField[];
}

export const SECTIONS: readonly FilterSection[] = [
  {
    title: 'Contact Level Filters',
    fields: [
      'dispositionStatus',
      'isCompanyDomainPresent',
      'isContactVerified',
      'planType',
      'searchActivityDays',
      'activitySectorName',
      'searchActivityType',
      'searchActivityViewBucket',
      'searchActivityDownloadBucket',
      'searchActivitySearchBucket',
    ],
  },
  {
    title: 'Bidding activity',
    fields: [
      'biddingActivity',
      'sectorsParticipated',
      'sectorsWon',
      'sectorsLost',
      'procurementType',
      'procurementSource',
      'boqKeywords',
      'excludedBoqKeywords',
      'tenderDescription',
      'excludedTenderDescription',
    ],
  },
  { title: 'UTMs', fields: ['utmSource', 'utmMedium', 'utmContent', 'utmCampaign'] },
];

const BUCKETS: readonly FilterField[] = SEARCH_ACTIVITIES.map(({ field }) => field);

/** A bucket is shown only while its type of search activity is chosen (CAMP-2). */
export function shownFields(fields: readonly FilterField[], searchActivityType: readonly string[]): FilterField[] {
  const buckets: readonly FilterField[] = bucketFieldsFor(searchActivityType);
  return fields.filter((field) => !BUCKETS.includes(field) || buckets.includes(field));
}

export type FieldLook = 'many' | 'one' | 'yesNoAll' | 'words' | 'days';

/** How a filter is filled in. */
export function lookOf(field: FilterField): FieldLook {
  if (field === 'searchActivityDays') return 'days';
  if ((TEXT_FILTERS as readonly string[]).includes(field)) return 'words';
  if (!(SINGLE_FILTERS as readonly string[]).includes(field)) return 'many';
  return STATIC_OPTIONS[field as keyof typeof STATIC_OPTIONS] === YES_NO_ALL ? 'yesNoAll' : 'one';
}

/** The hint beside an empty text whose group is in use; it blocks nothing. */
export function emptyHint(
  field: FilterField,
  values: Pick<
    CampaignValues,
    'searchActivityType' | 'boqKeywords' | 'excludedBoqKeywords' | 'tenderDescription' | 'excludedTenderDescription'
  >,
): string | undefined {
  const boq = values.boqKeywords !== '' || values.excludedBoqKeywords !== '';
  const tender = values.tenderDescription !== '' || values.excludedTenderDescription !== '';
  switch (field) {
    case 'searchActivityDays':
      return values.searchActivityType.length > 0 ? 'Please enter Search Activity Days' : undefined;
    case 'boqKeywords':
    case 'excludedBoqKeywords':
      return boq ? 'Please enter BOQ Keywords' : undefined;
    case 'tenderDescription':
    case 'excludedTenderDescription':
      return tender ? 'Please enter Tender Description' : undefined;
    default:
      return undefined;
  }
}
