import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { currentEntries } from '#data/entries.ts';
import { sessionEnded } from '#data/sessionEnd.ts';
import { useSettled } from '#data/settled.ts';
import { toast } from '#ui/toast.ts';
import { refreshSoon } from './refreshSoon.ts';

/** The page itself; tests replace it. */
export const page = { reload: (): void => window.location.reload() };

const LAST_RELOAD_KEY = 'kharcha.anew';
/** Minimum time between two reloads for the same reason, to avoid a reload loop. */
const MIN_INTERVAL_MS = 600_000;

/**
 * Somebody else has signed in on this device, and this page still shows the previous user: it reloads, and
 * the session of the other one is left alone. False: that has been tried, or cannot be noted, and did not help.
 */
function reloadOnce(): boolean {
  try {
    const before = Number(sessionStorage.getItem(LAST_RELOAD_KEY) ?? 0);
    if (Math.abs(Date.now() - before) < MIN_INTERVAL_MS) return false;
    sessionStorage.setItem(LAST_RELOAD_KEY, String(Date.now()));
  } catch {
    return false;
  }
  page.reload();
  return true;
}

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
      void import('#list/batchResult.ts').then(({ sayBulkRefusals }) => sayBulkRefusals(entry)).catch(() => undefined);
    if (outcome === 'refused') toast.error(entry.refusal?.message ?? 'Error');
    else if (typeof entry.face['success'] === 'string') toast.success(entry.face['success']);
  });
}
