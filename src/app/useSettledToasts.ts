import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSettled } from '#data/settled.ts';
import { currentEntries } from '#data/entries.ts';
import { sessionEnded } from '#data/sessionEnd.ts';
import { toast } from '#ui/toast.ts';
import { reloadOnce } from './reloadOnce.ts';
import { refreshSoon } from './refreshSoon.ts';

/**
 * What the server made of an entry: stale lists are asked again, and a toast shows the kind's own message or the
 * refusal.
 */
export function useSettledToasts(): void {
  const client = useQueryClient();
  const refresh = useMemo(() => refreshSoon(client), [client]);
  useSettled(({ entry, outcome }) => {
    if (outcome === 'signIn') {
      // Those that wait along with the one that was refused carry no refusal of their own.
      const another = currentEntries().find(
        ({ state, refusal }) => state === 'signIn' && refusal?.code === 'WRONG_USER',
      );
      if (!another) sessionEnded();
      else if (another.id === entry.id && !reloadOnce()) toast.error(another.refusal?.message ?? 'Error');
      return;
    }
    refresh(entry.endpoint);
    if (document.visibilityState === 'hidden') return;
    if (entry.record.ids)
      void import('#list/sayBulkRefusals.ts')
        .then(({ sayBulkRefusals }) => sayBulkRefusals(entry))
        .catch(() => undefined);
    if (outcome === 'refused') toast.error(entry.refusal?.message ?? 'Error');
    else if (typeof entry.face['success'] === 'string') toast.success(entry.face['success']);
  });
}
