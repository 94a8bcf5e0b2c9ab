import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, type ReactElement } from 'react';
import { keepOn } from '#data/devicePush.ts';
import { lookAnew } from '#data/notifications.ts';
import { useWaitingCounts } from '#data/waiting.ts';
import { BellLink } from './BellLink.tsx';

/** What the worker says to a page: something was told; the person tapped a notification and wants to go there. */
interface FromWorker {
  type?: unknown;
  url?: unknown;
}

/** The bell with its number. It hears of pushes, and goes where a tapped notification leads (NOTE-13). */
export function Bell(): ReactElement {
  const { counts } = useWaitingCounts();
  const client = useQueryClient();
  const router = useRouter();
  useEffect(() => {
    const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
    const hear = ({ data, ports }: MessageEvent<FromWorker | null>): void => {
      if (data?.type === 'TOLD') void lookAnew(client);
      if (data?.type !== 'OPEN' || typeof data.url !== 'string') return;
      ports[0]?.postMessage({ type: 'OPENED' });
      void router.navigate({ href: data.url });
    };
    worker?.addEventListener('message', hear as EventListener);
    void keepOn().catch(() => undefined);
    return () => worker?.removeEventListener('message', hear as EventListener);
  }, [client, router]);
  return <BellLink unread={counts?.unread ?? 0} />;
}
