/** What somebody who uses the app may be offered: to install it, to be notified on this device. */
export type Offer = 'install' | 'notify';

interface Situation {
  /** Something of this person's was sent from this device in the last day. */
  sent: boolean;
  /** The browser offers to install the app. */
  installable: boolean;
  /** Notifications are possible here, and off. */
  silent: boolean;
  /** What was offered on this device and declined. */
  declined: ReadonlySet<Offer>;
}

/** The one offer that makes sense now, or null (ST-6). */
export function offerOf({ sent, installable, silent, declined }: Situation): Offer | null {
  if (!sent) return null;
  if (installable && !declined.has('install')) return 'install';
  return silent && !declined.has('notify') ? 'notify' : null;
}
