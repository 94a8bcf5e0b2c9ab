import { useEffect } from 'react';
import { useOutboxSummary } from '#data/entries.ts';
import { useInboxCount } from '#data/inboxCount.ts';

interface Badged {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/**
 * The number of queued entries and of what is in the inbox is on the app's icon too (OB-12), where the system supports
 * badges.
 */
export function AppBadge(): null {
  const total = useOutboxSummary().total + useInboxCount();
  useEffect(() => {
    const badged = navigator as Badged;
    void (total > 0 ? badged.setAppBadge?.(total) : badged.clearAppBadge?.())?.catch(() => undefined);
  }, [total]);
  return null;
}
