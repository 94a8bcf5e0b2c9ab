import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchCities } from '#contract/calls/trips.ts';
import type { City } from '#contract/trip.ts';
import { foldCity } from '#domain/citySearch.ts';
import { readOptions } from './query.ts';

export interface FoundCities {
  /** Those that fit the text, the best first; none for no text. */
  cities: readonly City[];
  /** Not yet known for this very text. */
  searching: boolean;
  /** Nobody could be asked: neither this device nor the server knows. */
  unavailable: boolean;
}

/** Cities for what a person has typed. */
export function useCities(text: string): FoundCities {
  const folded = foldCity(text);
  const [asked] = useDebouncedValue(folded, 200);
  const found = useQuery({ ...readOptions(searchCities, { parts: { text: asked } }), enabled: asked !== '', placeholderData: keepPreviousData, retry: false });
  if (folded === '') return { cities: [], searching: false, unavailable: false };
  const searching = asked !== folded || found.isFetching;
  return { cities: found.data?.data ?? [], searching, unavailable: !searching && found.isError };
}
