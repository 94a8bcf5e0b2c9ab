import type { QueryClient } from '@tanstack/react-query';
import type { EndpointName } from '#contract/endpoints.ts';
import { invalidate } from '#data/query.ts';

/**
 * Between two times: when hundreds are sent one after the other, lists are not reloaded after each, which takes longer
 * than sending it.
 */
const REST_MS = 1_000;

/**
 * Which reads a call makes stale is in the registry of all calls, with the shape of every answer: too large for a first
 * frame, and loaded by the time something is settled.
 */
async function refresh(client: QueryClient, names: readonly EndpointName[]): Promise<void> {
  const { ENDPOINTS } = await import('#contract/endpoints.ts');
  await Promise.all(names.map((name) => invalidate(client, ENDPOINTS[name])));
}

/**
 * Makes stale what each of the calls changed that are named to it: the first at once, those that follow soon after it
 * together.
 */
export function refreshSoon(client: QueryClient, restMs = REST_MS): (name: EndpointName) => void {
  const stale = new Set<EndpointName>();
  let resting = false;
  const now = (): void => {
    if (stale.size === 0) {
      resting = false;
      return;
    }
    resting = true;
    const names = [...stale];
    stale.clear();
    void refresh(client, names).catch(() => undefined);
    setTimeout(now, restMs);
  };
  return (name) => {
    stale.add(name);
    if (!resting) now();
  };
}
