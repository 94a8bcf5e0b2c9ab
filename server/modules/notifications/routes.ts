import {
  choosePreferences,
  listNotifications,
  notificationPreferences,
  readNotification,
  readNotifications,
  subscribeDevice,
  unsubscribeDevice,
} from '#contract/calls/notifications.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { sha256 } from '#server/platform/base/canonical.ts';
import { contextOf, readDeviceId } from '#server/platform/http/context.ts';
import * as notifications from './notifications.ts';
import type { Services } from '#server/platform/http/services.ts';
import { changing, changingOne } from '#server/platform/idempotency/changing.ts';
import { tokenOf } from '#server/platform/http/request.ts';

/** Notifications and preferences. */
export const notificationCalls = (services: Services): Served[] => [
  serve(listNotifications, async ({ request, list }) =>
    notifications.listNotifications(contextOf(services, request), list),
  ),
  serve(readNotification, changingOne(services, notifications.readOne)),
  serve(readNotifications, changing(services, notifications.readMany)),
  serve(notificationPreferences, async ({ request }) => notifications.preferences(contextOf(services, request))),
  serve(choosePreferences, changing(services, notifications.choosePreferences)),
  serve(subscribeDevice, async (call) => {
    const session = { hash: sha256(tokenOf(call.request)), deviceId: readDeviceId(call.request) };
    return changing(services, (context, asked) => notifications.subscribeDevice(context, session, asked))(call);
  }),
  serve(unsubscribeDevice, changing(services, notifications.unsubscribeDevice)),
];
