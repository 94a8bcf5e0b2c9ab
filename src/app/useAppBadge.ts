import { useEffect } from 'react';
import { useOutboxSummary } from '#data/entries.ts';

interface Badged {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The number of queued entries is on the app's icon too (OB-12), where the system supports badges. */
export function useAppBadge(): void {
  const { total } = useOutboxSummary();
  useEffect(() => {
    const badged = navigator as Badged;
    void (total > 0 ? badged.setAppBadge?.(total) : badged.clearAppBadge?.())?.catch(() => undefined);
  }, [total]);
}
