import {
  NEGATIVE_FILTERS,
  TEXT_FILTERS,
  type Campaign,
  type CampaignFilters,
  type FilterField,
  type MultiFilter,
  type NegativeFilter,
  type SingleFilter,
  type TextFilter,
} from '#contract/campaign.ts';
import { noFilters } from '#domain/campaign.ts';

/** What the form holds: as on the wire, but that what is typed is text. */
export type CampaignValues = Record<MultiFilter, string[]> &
  Record<SingleFilter, string | null> &
  Record<TextFilter, string> &
  Record<NegativeFilter, 'YES' | null> & { searchActivityDays: string };

const TYPED: readonly FilterField[] = [...TEXT_FILTERS, 'searchActivityDays'];
const FIELDS = Object.keys(noFilters()) as FilterField[];

/** The filters of a campaign as the form holds them. */
export function valuesOf(filters: CampaignFilters): CampaignValues {
  const values = FIELDS.map((field) => [field, TYPED.includes(field) ? String(filters[field] ?? '') : filters[field]]);
  return Object.fromEntries(values) as CampaignValues;
}

export const emptyValues = (): CampaignValues => valuesOf(noFilters());

/** Is there a value of the campaign's form in this? A draft of an older build may have another shape. */
export function isCampaignValues(value: unknown): value is CampaignValues {
  const empty = emptyValues();
  const given = value as Record<string, unknown> | null;
  return (
    typeof given === 'object' &&
    given !== null &&
    FIELDS.every((field) =>
      Array.isArray(empty[field])
        ? Array.isArray(given[field])
        : !(NEGATIVE_FILTERS as readonly string[]).includes(field) || given[field] !== undefined,
    )
  );
}

/** Only its filters, of all that a campaign is. */
export const filtersOf = (campaign: Campaign): CampaignFilters =>
  Object.fromEntries(FIELDS.map((field) => [field, campaign[field]])) as CampaignFilters;

export const isChosen = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
