import { endpoint } from '../endpoint.ts';
import {
  notification,
  notificationChoices,
  notificationSettings,
  pushDevice,
  readAnswer,
  readBody,
} from '../notification.ts';
import { dataAnswer, dataPage } from '../paging.ts';
import * as z from 'zod/mini';

/** Notifications and preferences. Always of the session's person alone. */

const stale = ['listNotifications', 'countWaiting'] as const;

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  list: true,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What the signed-in person was told, newest first.',
  answer: dataPage(notification),
});
export const readNotification = endpoint({
  name: 'readNotification',
  method: 'POST',
  path: '/api/v1/notifications/:id/read',
  access: 'session',
  offline: 'online',
  invalidates: stale,
  summary: 'Marks one as read.',
  answer: dataAnswer(readAnswer),
});
export const readNotifications = endpoint({
  name: 'readNotifications',
  method: 'POST',
  path: '/api/v1/notifications/read',
  access: 'session',
  offline: 'online',
  invalidates: stale,
  summary: 'Marks as read all up to the moment `until`, or those about one `record` alone.',
  body: readBody,
  answer: dataAnswer(readAnswer),
});
export const notificationPreferences = endpoint({
  name: 'notificationPreferences',
  method: 'GET',
  path: '/api/v1/notifications/preferences',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'How much a push says, and whether a daily mail is wanted.',
  answer: dataAnswer(notificationSettings),
});
export const choosePreferences = endpoint({
  name: 'choosePreferences',
  method: 'PUT',
  path: '/api/v1/notifications/preferences',
  access: 'session',
  offline: 'online',
  invalidates: ['notificationPreferences'],
  summary: 'Chooses both.',
  body: notificationChoices,
  answer: dataAnswer(notificationSettings),
});
export const subscribeDevice = endpoint({
  name: 'subscribeDevice',
  method: 'POST',
  path: '/api/v1/notifications/devices',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary: 'Sends pushes to this device for as long as the session lives. The same address again replaces itself.',
  body: pushDevice,
  answer: dataAnswer(z.object({ subscribed: z.literal(true) })),
});
export const unsubscribeDevice = endpoint({
  name: 'unsubscribeDevice',
  method: 'POST',
  path: '/api/v1/notifications/devices/remove',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary: 'Sends no more pushes to this device.',
  body: z.object({ endpoint: z.string() }),
  answer: dataAnswer(z.object({ subscribed: z.literal(false) })),
});
