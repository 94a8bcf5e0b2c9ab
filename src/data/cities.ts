import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchCities } from '#contract/calls/trips.ts';
import type { City } from '#contract/trip.ts';
import { foldCity, indianCities } from '#domain/citySearch.ts';
import { messageOf } from './errors.ts';
import { readOptions } from './query.ts';

export interface FoundCities {
  /** Those that fit the text, the best first; none for no text. */
  cities: readonly City[];
  /** Not yet known for this very text. */
  searching: boolean;
  /** Nobody could be asked: neither this device nor the server knows. */
  unavailable: boolean;
  /** Why the server could not be asked, in words for a person (LIST-17). */
  problem: string | null;
}

const PAUSE_MS = 200;
const NONE: FoundCities = { cities: [], searching: false, unavailable: false, problem: null };

/**
 * Cities for what a person has typed: at once from the list on this device, which comes with the app and needs no
 * network; from the server while the device does not have it.
 */
export function useCities(text: string): FoundCities {
  const wanted = foldCity(text);
  const here = useQuery({
    queryKey: ['cities on this device'],
    queryFn: async () => ({ search: await indianCities() }),
    staleTime: Infinity,
    gcTime: Infinity,
    networkMode: 'always',
    retry: false,
  });
  const [asked] = useDebouncedValue(wanted, PAUSE_MS);
  const found = useQuery({
    ...readOptions(searchCities, { parts: { text: asked } }),
    enabled: here.isError && asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (wanted === '') return NONE;
  if (here.data) return { ...NONE, cities: here.data.search(wanted) };
  const searching = here.isPending || asked !== wanted || found.isFetching;
  return {
    cities: found.data?.data ?? [],
    searching,
    unavailable: !searching && found.isError,
    problem: found.isError ? messageOf(found.error) : null,
  };
}
