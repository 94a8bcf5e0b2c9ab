import { LEAVING_PATH } from './session.ts';
import { allowed, refused, type Verdict } from './verdict.ts';

/** What somebody who has left may still send: what they saved on a phone before they left (ORG-41, ORG-42). */

const DAY = 86_400_000;

/**
 * The longest that a link may be good, in days: what a phone says of when it saved something is believed for 30 days
 * (TM-2).
 */
export const MAX_LEAVER_LINK_DAYS = 28;

/** How long a session lives that a leaver's link opened, in milliseconds. */
export const LEAVER_SESSION_MS = 3_600_000;

/**
 * A leaver's link is good where its person left after this moment (ORG-41). Epoch milliseconds; `days` as
 * LEAVER_LINK_DAYS has it, 0 for never.
 */
export const leaverLinksSince = (now: number, days: number): number => now - days * DAY;

/** The first moment at which the link of who left at `leftAt` is good no more. */
export const leaverLinkEnds = (leftAt: number, days: number): number => leftAt + days * DAY;

/** How mails to leavers are marked in the queue. */
export const LEAVER_LINK = 'leaverLink';

/** Said of every link that cannot be used, whatever the reason. */
export const LEAVER_LINK_CLOSED = 'This link cannot be used any more. Please ask your organisation.';

export const LEAVERS_ALONE =
  'You have left: only claims that you saved before then, and changes of them, can still be sent.';

/** A session of a leaver's link may ask a call that says so, and no other, whatever its person was (ORG-42). */
export const judgeLeaverCall = (isForLeavers: boolean): Verdict =>
  isForLeavers ? allowed : refused('FORBIDDEN', LEAVERS_ALONE);

/**
 * May this change still be made? Where it was saved before its owner left (ORG-42). Epoch milliseconds; `savedAt` null:
 * nobody can tell when.
 */
export const judgeLeaverChange = (savedAt: number | null, leftAt: number): Verdict =>
  judgeLeaverCall(savedAt !== null && savedAt <= leftAt);

export interface LeaverFacts {
  name: string;
  organisation: string;
  /** Where people reach the server, without a slash at its end. */
  address: string;
  secret: string;
  /** The last day on which it is good, as people read it. */
  until: string;
}

/** The mail to somebody who has left. */
export function leaverMail({ name, organisation, address, secret, until }: LeaverFacts): {
  subject: string;
  text: string;
} {
  return {
    subject: `Claims that you saved for ${organisation}`,
    text: [
      `Hello ${name},`,
      `Your account at ${organisation} is closed. If claims still wait on your phone that you saved before, you can ` +
        'send them by this link. Open it on that phone, in the browser in which you used Kharcha:',
      `${address}${LEAVING_PATH}#${secret}`,
      'If you used it as an installed app and nothing waits where the link opens, open the app, choose ‘Have you ' +
        'left?’ below the sign-in, and paste the link.',
      `It is good until ${until}, as often as you need it, and opens nothing else. If nothing waits on your phone, ` +
        'there is nothing to do. Do not pass it on: it stands for you.',
    ].join('\n\n'),
  };
}
