import {
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

/** Only its filters, of all that a campaign is. */
export const filtersOf = (campaign: Campaign): CampaignFilters =>
  Object.fromEntries(FIELDS.map((field) => [field, campaign[field]])) as CampaignFilters;

export const isChosen = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== '';
