import type { PendingCounts } from '#contract/home.ts';
import { pendingCountOf, pendingCountOfAll } from './pendingCounts.ts';

/** The mail of the morning: what waits for a person, and where (NOTE-14). */

/** At this hour of the organisation's day it goes out; what could not go by the later one does not go that day. */
export const DIGEST_FROM_HOUR = 9;
export const DIGEST_UNTIL_HOUR = 18;

const PLACES: readonly (readonly [route: string, what: string])[] = [
  ['/approve-travel-request', 'Travel requests to decide'],
  ['/approve-travel-expense', 'Travel expenses to decide'],
  ['/approve-local', 'Local expenses and conveyance to decide'],
  ['/view-travel-request', 'Trips and cancellations for the admin'],
  ['/view-travel-expense', 'Travel expenses for finance'],
  ['/view-local', 'Local expenses and conveyance for finance'],
];

export interface Digest {
  subject: string;
  text: string;
}

/**
 * What the mail says to somebody of that name; null when nothing waits. `address`: where people reach the server,
 * without a slash at its end. It names no request and no amount.
 */
export function digestOf(name: string, counts: PendingCounts, address: string): Digest | null {
  const found = PLACES.flatMap(([route, what]) => {
    const waiting = pendingCountOfAll([route], counts);
    return waiting ? [{ count: waiting.count, line: `${what}: ${waiting.count}\n${address}${route}` }] : [];
  });
  const enquiries = pendingCountOf('/enquiries', counts);
  const all = enquiries
    ? [
        ...found,
        {
          count: enquiries.count,
          line: `Enquiries: ${enquiries.words.replace(' waiting for you', '')}\n${address}/enquiries`,
        },
      ]
    : found;
  const count = all.reduce((sum, each) => sum + each.count, 0);
  if (count === 0) return null;
  const subject = count === 1 ? '1 thing waits for you in Kharcha' : `${count} things wait for you in Kharcha`;
  return {
    subject,
    text: [
      `Hello ${name},`,
      `${subject}.`,
      ...all.map((each) => each.line),
      `You can turn this mail off under Notifications:\n${address}/notifications`,
    ].join('\n\n'),
  };
}
