import { useQueryClient } from '@tanstack/react-query';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { invalidate } from '#data/query.ts';
import { useSettled } from '#data/settled.ts';
import { sessionEnded } from '#data/sessionEnd.ts';
import { toast } from '#ui/toast.ts';

/** What the server made of an entry: stale lists are asked again, and the person hears the kind's own sentence or the refusal. */
export function useSettledToasts(): void {
  const client = useQueryClient();
  useSettled(({ entry, outcome }) => {
    if (outcome === 'signIn') {
      sessionEnded();
      return;
    }
    void invalidate(client, ENDPOINTS[entry.endpoint]);
    if (document.visibilityState === 'hidden') return;
    if (outcome === 'refused') toast.error(entry.refusal?.message ?? 'Error');
    else if (typeof entry.face['success'] === 'string') toast.success(entry.face['success']);
  });
}
