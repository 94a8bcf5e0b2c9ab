import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState, type ReactElement } from 'react';
import { refetchNotifications } from '#data/notifications.ts';
import { usePendingCounts } from '#data/pendingCounts.ts';
import { keepPushes } from '#data/keepPushes.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { BellSign, bellLabel } from './BellLink.tsx';
import styles from './Shell.module.css';

const BellList = lazyPart(async () => (await import('#modules/notifications/BellList.tsx')).BellList);
const ID = 'bell';

/** What the worker says to a page: something was told; the person tapped a notification and wants to go there. */
interface FromWorker {
  type?: unknown;
  url?: unknown;
}

/**
 * The bell with its number, which opens the newest in place (NOTE-17). It hears of pushes, and goes where a tapped
 * notification leads (NOTE-13).
 */
export function Bell(): ReactElement {
  const { counts } = usePendingCounts();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const hear = ({ data, ports }: MessageEvent<FromWorker | null>): void => {
      if (data?.type === 'TOLD') void refetchNotifications(client);
      if (data?.type !== 'OPEN' || typeof data.url !== 'string') return;
      ports[0]?.postMessage({ type: 'OPENED' });
      void router.navigate({ href: data.url });
    };
    worker?.addEventListener('message', hear as EventListener);
    void keepPushes();
    return () => worker?.removeEventListener('message', hear as EventListener);
  }, [client, router]);
  const [open, setOpen] = useState(false);
  const unread = counts?.unread ?? 0;
  return (
    <>
      <button
        type="button"
        className={`${styles.round} ${styles.bell}`}
        popoverTarget={ID}
        aria-label={bellLabel(unread)}
      >
        <BellSign unread={unread} />
      </button>
      <div
        id={ID}
        popover="auto"
        {...(open && { role: 'dialog' })}
        aria-label="Notifications"
        className={`${styles.menu} ${styles.notifications}`}
        onToggle={({ newState }) => setOpen(newState === 'open')}
      >
        {open ? <BellList onLeave={() => document.getElementById(ID)?.hidePopover()} /> : null}
      </div>
    </>
  );
}
