/** What people are told of, on the page and by push. Other modules import this file and nothing behind it. */

export { sendPushes } from './pushJob.ts';
export { countUnread, forgetRead, takeTurn } from './repository.ts';
export { notificationCalls } from './routes.ts';
export { tellChanges } from './tell.ts';
