import type { Entry } from '#outbox/entry.ts';

/** The state of everything that is not sent, in numbers and in the words of the header (OB-12). */
export interface OutboxSummary {
  waiting: number;
  sending: number;
  needsYou: number;
  signIn: number;
  /** All that is not sent. */
  total: number;
  offline: boolean;
  /** Nothing is said before the outbox has been read. */
  text: string;
}

/** Before it is known what the device holds: that nothing waits would be a guess. */
export const notReadYet = (online: boolean): OutboxSummary => ({
  waiting: 0,
  sending: 0,
  needsYou: 0,
  signIn: 0,
  total: 0,
  offline: !online,
  text: online ? '' : 'Offline',
});

/**
 * `sent` is how many of the present batch have gone out already: 'Sending 2 of 3'. `tooOld`: nothing goes out before an
 * update.
 */
export function summarise(entries: readonly Entry[], online: boolean, sent: number, tooOld = false): OutboxSummary {
  // What no key opens cannot go out, whatever it waited for.
  const stateOf = ({ state, unreadable }: Entry): Entry['state'] =>
    unreadable === 'damaged' && state !== 'done' ? 'needsYou' : state;
  const count = (...states: Entry['state'][]): number =>
    entries.filter((entry) => states.includes(stateOf(entry))).length;
  const waiting = count('waiting');
  const sending = count('uploading', 'sending');
  const needsYou = count('needsYou');
  const signIn = count('signIn');
  const onTheWay = waiting + sending;
  const offline = !online;
  let text = 'All sent';
  if (needsYou > 0) text = `Needs you (${needsYou})`;
  else if (tooOld && onTheWay > 0) text = `Update to send ${onTheWay}`;
  else if (sending > 0 && online) text = `Sending ${sent + 1} of ${sent + onTheWay}`;
  else if (onTheWay + signIn > 0) text = `${onTheWay + signIn} waiting`;
  else if (offline) text = 'Offline';
  return { waiting, sending, needsYou, signIn, total: onTheWay + signIn + needsYou, offline, text };
}
