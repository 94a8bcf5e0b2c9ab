import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshSoon } from '#app/refreshSoon.ts';

describe('FIN-15: what is sent makes stale what it changed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const asked = (client: QueryClient) => vi.spyOn(client, 'invalidateQueries').mock;
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it('the first at once; of many that follow soon, all together, and none is forgotten', async () => {
    const client = new QueryClient();
    const { calls } = asked(client);
    const refresh = refreshSoon(client, 1_000);
    refresh('financeApproveLocal');
    await vi.dynamicImportSettled();
    await settle();
    const once = calls.length;
    expect(once).toBeGreaterThan(0);
    for (let n = 0; n < 50; n += 1) refresh(n % 2 === 0 ? 'financeApproveLocal' : 'createTrip');
    await settle();
    expect(calls).toHaveLength(once);
    await settle(1_000);
    const names = calls.slice(once).map(([filters]) => filters?.queryKey?.[0]);
    expect(names.filter((name) => name === 'searchLocalExpenses').length).toBeGreaterThan(0);
    expect(names).toContain('searchTrips');
    // Once for each of the two calls, whatever they were about.
    expect(names.filter((name) => name === 'searchTrips')).toHaveLength(1);
  });

  it('after a pause the next goes at once again', async () => {
    const client = new QueryClient();
    const { calls } = asked(client);
    const refresh = refreshSoon(client, 1_000);
    refresh('createTrip');
    await vi.dynamicImportSettled();
    await settle(2_000);
    const once = calls.length;
    refresh('createTrip');
    await vi.dynamicImportSettled();
    await settle();
    expect(calls).toHaveLength(once * 2);
  });
});
