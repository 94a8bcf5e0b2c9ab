import type { QueryClient } from '@tanstack/react-query';
import { readNotification, readNotifications } from '#contract/calls/notifications.ts';
import { countWaiting } from '#contract/calls/home.ts';
import type { PendingCounts } from '#contract/home.ts';
import { call } from './http.ts';
import { invalidate } from './query.ts';

/**
 * Marking as read. It matters too little to wait in the outbox: without a network the notification simply stays unread.
 */

export async function markRead(client: QueryClient, id: string): Promise<void> {
  await call(readNotification, { parts: { id } });
  await invalidate(client, readNotification);
}

/** Everything up to a moment, epoch ms: what came since was not seen. */
export async function markAllRead(client: QueryClient, until: number): Promise<void> {
  await call(readNotifications, { body: { until } });
  await invalidate(client, readNotifications);
}

/** What was told about a record that is opened now. Asks the server only where something is unread. */
export async function markRecordRead(client: QueryClient, record: string): Promise<void> {
  const known = client.getQueriesData<{ data: PendingCounts }>({ queryKey: [countWaiting.name] });
  if (!known.some(([, answer]) => (answer?.data.unread ?? 0) > 0)) return;
  const { data } = await call(readNotifications, { body: { record } });
  if (data.read > 0) await invalidate(client, readNotifications);
}

/** There is something new: refetches the notifications. */
export const refetchNotifications = (client: QueryClient): Promise<void> => invalidate(client, readNotifications);
