import { sendingOf } from '#contract/sending.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Tone } from '#ui/Tag.tsx';

/** The word and the colour of an entry that is not sent (OB-12). */
const STATES: Record<Entry['state'], { label: string; tone: Tone }> = {
  waiting: { label: 'Waiting', tone: 'wait' },
  uploading: { label: 'Sending', tone: 'info' },
  sending: { label: 'Sending', tone: 'info' },
  signIn: { label: 'Waiting for sign-in', tone: 'wait' },
  needsYou: { label: 'Needs you', tone: 'bad' },
  done: { label: 'Sent', tone: 'good' },
};

export const entryBadge = (entry: Entry): { label: string; tone: Tone } => STATES[entry.state];

/** Nothing can be changed while it is on the wire. */
export const isMoving = (entry: Entry): boolean => entry.state === 'uploading' || entry.state === 'sending';

/** Trying again helps what was refused, and what waits for its next try; offered in its place while that is made. */
export const canRetry = (entry: Entry): boolean =>
  entry.state === 'needsYou' || (entry.attempts > 0 && (entry.state === 'waiting' || isMoving(entry)));

/** Withdraws a record: there is nothing in it to edit, it is taken back. */
export const isWithdrawal = (entry: Entry): boolean => sendingOf(entry.endpoint).withdraws === true;

/** It changes a record that is there, or that an earlier entry makes. */
export const isChange = (entry: Entry): boolean => entry.record.id !== undefined || entry.record.from !== undefined;

/** The server's current record, which differs from the one that the refused change was made on. */
export interface Conflict {
  version: number;
  record: Record<string, unknown>;
}

/** The server's record as it is now, when the entry was made on an older one (OB-10). */
export function conflictOf(entry: Entry): Conflict | null {
  const current = entry.state === 'needsYou' ? entry.refusal?.current : undefined;
  if (typeof current !== 'object' || current === null) return null;
  const { version } = current as { version?: unknown };
  return typeof version === 'number' ? { version, record: current as Record<string, unknown> } : null;
}
