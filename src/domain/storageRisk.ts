/** What people are told about how well a browser keeps what waits in it. Plain words, and what to do. */

export interface BrowserStorage {
  /** What the browser answered when it was asked to keep it. */
  persistence: 'granted' | 'refused' | 'unknown';
  /**
   * Safari on an iPhone or iPad, not opened from the home screen: it clears a site that is not visited for seven days,
   * and the home screen's app has a store of its own.
   */
  safariTab: boolean;
  /** Opened as an app that is installed. */
  installed: boolean;
  /**
   * Bytes that the browser would store for this site in all, and that a page's memory may grow to; null where it does
   * not tell.
   */
  quotaBytes: number | null;
  heapBytes: number | null;
}

/** A private window keeps in memory what others keep on the disk, and gives a site no more room than that. */
const SMALL_QUOTA_BYTES = 300_000_000;
const isPrivate = ({ persistence, quotaBytes, heapBytes }: BrowserStorage): boolean =>
  persistence === 'refused' &&
  quotaBytes !== null &&
  quotaBytes < (heapBytes === null ? SMALL_QUOTA_BYTES : 2 * heapBytes);

/** What may happen to what waits here, and what to do about it; null where the browser keeps it (ST-2). */
export function storageRiskMessage(keeper: BrowserStorage): string | null {
  if (isPrivate(keeper))
    return (
      'This looks like private browsing: what waits here is gone when you close it. Send before you close, ' +
      'or use an ordinary tab.'
    );
  if (keeper.safariTab)
    return (
      'Safari may clear what waits here after seven days. Send it first, then tap Share, ‘Add to Home ' +
      'Screen’, and use the app from there.'
    );
  if (keeper.persistence !== 'refused') return null;
  return keeper.installed
    ? 'This browser may clear what waits here. Send before you close.'
    : 'This browser may clear what waits here. Send before you close, or install the app.';
}

/**
 * What is said when everything that was kept here has vanished. `count`: changes that the server has taken from this
 * person in so many days (ST-3).
 */
export function storageClearedMessage(
  { count, days }: { count: number; days: number },
  thing: 'phone' | 'device',
): string {
  const safe =
    count === 0
      ? `The server has no request of yours from the last ${days} days.`
      : `What had been sent is safe: ${count} ${count === 1 ? 'request' : 'requests'} of the last ${days} ` +
        `days ${count === 1 ? 'is' : 'are'} with the server.`;
  return (
    `This browser has cleared what was saved on this ${thing}. ${safe} What had not been sent is gone; ` +
    'please file it again.'
  );
}
