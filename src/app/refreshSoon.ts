import type { QueryClient } from '@tanstack/react-query';
import type { Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/endpoints.ts';
import { invalidate } from '#data/query.ts';

/**
 * Between two times: when hundreds are sent one after the other, lists are not reloaded after each, which takes longer
 * than sending it.
 */
const REST_MS = 1_000;

/**
 * Which reads a call makes stale stands on the call, with the shapes of its answers: too large for a first frame, and
 * loaded by the time something is settled.
 */
async function refresh(client: QueryClient, names: readonly EndpointName[]): Promise<void> {
  const { QUEUED } = await import('#contract/queued.ts');
  const queued: Partial<Record<EndpointName, Endpoint>> = QUEUED;
  const settled = names.flatMap((name) => queued[name] ?? []);
  await Promise.all(settled.map((entry) => invalidate(client, entry)));
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
