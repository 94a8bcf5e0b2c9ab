import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { invalidate } from '#data/query.ts';
import { useSettled } from '#data/settled.ts';
import { sessionEnded } from '#data/sessionEnd.ts';
import type { Entry } from '#outbox/entry.ts';
import { toast } from '#ui/toast.ts';

/** Which reads a call makes stale stands in the registry of all calls, with the shape of every answer: much too much for a first frame, and there already when something is settled. */
async function refresh(client: QueryClient, { endpoint }: Entry): Promise<void> {
  const { ENDPOINTS } = await import('#contract/endpoints.ts');
  await invalidate(client, ENDPOINTS[endpoint]);
}

/** What the server made of an entry: stale lists are asked again, and the person hears the kind's own sentence or the refusal. */
export function useSettledToasts(): void {
  const client = useQueryClient();
  useSettled(({ entry, outcome }) => {
    if (outcome === 'signIn') {
      sessionEnded();
      return;
    }
    void refresh(client, entry).catch(() => undefined);
    if (document.visibilityState === 'hidden') return;
    if (outcome === 'refused') toast.error(entry.refusal?.message ?? 'Error');
    else if (typeof entry.face['success'] === 'string') toast.success(entry.face['success']);
  });
}
