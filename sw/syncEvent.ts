import type { DrainReport } from '#outbox/outbox.ts';

/** The tag under which pages ask to be woken when the network is back. */
export const SYNC_TAG = 'kharcha-outbox';

/** The network was not there, or the server was busy: the browser shall wake us again. */
export class StillWaiting extends Error {
  override name = 'StillWaiting';
}

/**
 * Sends what waits, with no page open. Rejects when the network is to blame, so that the browser tries again by itself;
 * what needs the person (sign-in, a refusal) is no reason to be woken.
 */
export async function sendWaiting(drain: () => Promise<DrainReport | null>): Promise<void> {
  const report = await drain();
  if (report !== null && report.left > 0 && (report.stopped === 'offline' || report.stopped === 'portal' || report.stopped === 'busy')) throw new StillWaiting(`${report.left} left: ${report.stopped}`);
}
