import { isHere } from './outboxEnv.ts';
import type { PushEnv } from './push.ts';

/** The browser's doors that a push goes through. */
export const pushEnv = (self: ServiceWorkerGlobalScope, drain: () => Promise<unknown>): PushEnv => ({
  origin: self.location.origin,
  show: (title, options) => self.registration.showNotification(title, options),
  windows: () => self.clients.matchAll({ type: 'window', includeUncontrolled: true }),
  open: (url) => self.clients.openWindow(url),
  drain,
  isHere,
});
