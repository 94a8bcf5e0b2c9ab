/** Notifications, on the page and by push. */

export { sendPushes } from './pushJob.ts';
export { countUnread, forgetRead, takeTurn } from './repository/notifications.ts';
export { notificationCalls } from './routes.ts';
export { dispatchNext } from './dispatch.ts';
