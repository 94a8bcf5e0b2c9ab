import { searchCities } from '#contract/calls/trips.ts';
import { indianCities } from '#domain/citySearch.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';

/**
 * Cities as they are typed. The same look-up over the same list as on the device: it is part of the code, so that
 * nothing is asked of the database and the two cannot differ.
 */
export const cityCalls = (): Served[] => [
  serve(searchCities, async ({ request }) => ({
    success: true,
    data: (await indianCities())((request.params as { text: string }).text),
  })),
  // Nothing typed.
  serve({ ...searchCities, path: searchCities.path.replace('/:text', '') }, async () => ({ success: true, data: [] })),
];
