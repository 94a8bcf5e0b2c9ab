import {
  listNotifications,
  notificationPreferences,
  readNotification,
  readNotifications,
  subscribeDevice,
  unsubscribeDevice,
} from '#contract/calls/notifications.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Notification } from '#contract/notification.ts';
import { dispatchChanges } from '#server/modules/notifications/dispatch.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import type { TestServer } from './server.ts';

/** Notifications over HTTP, as tests need them. */

/** Keys such as a browser makes. */
export const DEVICE_KEYS = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) };

/** What the server does every second, until nothing is left to tell. Answers how many changes were told. */
export async function tell(server: TestServer): Promise<number> {
  let told = 0;
  for (;;) {
    const n = await dispatchChanges({ db: server.database.db, now: server.clock.now, timeZone: server.env.timeZone });
    if (n === 0) return told;
    told += n;
  }
}

/** What was told before is of no interest. */
export async function forgetAll({ database: { db } }: TestServer): Promise<void> {
  await db.deleteFrom('notifications').execute();
  await db.deleteFrom('untold_changes').execute();
}

export const listed = async (api: Api): Promise<Notification[]> =>
  dataOf<Notification[]>(await api.get(`${urlOf(listNotifications)}?pageSize=100`));
/** Kind and count of what is unread, newest first. */
export const unread = async (api: Api): Promise<string[]> =>
  (await listed(api))
    .filter(({ readAt }) => readAt === null)
    .map(({ kind, recordKind, count }) => `${kind} ${recordKind} ${count}`);

export const readIt = (api: Api, id: string): Promise<Answer> => api.post(urlOf(readNotification, { parts: { id } }));
export const readAll = (api: Api, body: unknown): Promise<Answer> => api.post(urlOf(readNotifications), body);
export const preferences = (api: Api): Promise<Answer> => api.get(urlOf(notificationPreferences));
export const choose = (api: Api, body: unknown): Promise<Answer> => api.put(urlOf(notificationPreferences), body);
export const subscribe = (api: Api, body: unknown): Promise<Answer> => api.post(urlOf(subscribeDevice), body);
export const unsubscribe = (api: Api, endpoint: string): Promise<Answer> =>
  api.post(urlOf(unsubscribeDevice), { endpoint });
export const countOf = async (api: Api): Promise<number | undefined> =>
  dataOf<{ unread?: number }>(await api.get('/api/v1/counts')).unread;
