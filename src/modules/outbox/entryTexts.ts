import { urlOf } from '#contract/endpoint.ts';
import { isDecisionCall, sendingOf } from '#contract/sending.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { bulkResultOf } from '#list/items.ts';
import type { Entry } from '#outbox/entry.ts';
import type { Progress } from '#outbox/outbox.ts';

/** Where the form of an entry is opened again; null where it cannot be. */
export function formAddress(entry: Entry): string | null {
  const { editPath } = sendingOf(entry.endpoint);
  const { about } = entry.record;
  if (!editPath || entry.unreadable || (editPath.includes(':about') && typeof about !== 'string')) return null;
  return `${urlOf({ path: editPath }, { parts: { about: String(about) } })}?edit=${encodeURIComponent(entry.id)}`;
}

export const isDecision = (entry: Entry): boolean => !entry.unreadable && isDecisionCall(entry.endpoint);

/** The id that the server gave, once it has answered. */
export function sentId(entry: Entry): string | null {
  const data = (entry.answer as { data?: { expenseId?: unknown; tripId?: unknown } } | undefined)?.data;
  const id = data?.expenseId ?? data?.tripId;
  return typeof id === 'string' ? id : null;
}

/** What a person reads about an entry: what happened, and what happens next. Pure. */
interface Words {
  badge: 'Saved on this phone' | 'Saved on this device' | 'Sending' | 'Sent' | 'Needs you' | 'Waiting for sign-in';
  text: string;
}

interface Circumstances {
  online: boolean;
  now: number;
  thing: 'phone' | 'device';
  /** Of the bill that is under way, where it goes in parts: its kilobytes are said (UPL-6). */
  progress?: Progress | null;
  /** Nothing is sent before somebody asks for it. */
  asked?: boolean;
}

/** Whole kilobytes, with commas. */
const kilobytes = (bytes: number): string => Math.round(bytes / 1000).toLocaleString('en-IN');

const MINUTE = 60_000;

export function durationText(ms: number): string {
  if (ms < 5_000) return 'in a moment';
  if (ms < MINUTE) return `in ${Math.round(ms / 1000)} s`;
  if (ms < 90 * MINUTE) return `in ${Math.round(ms / MINUTE)} min`;
  return `in ${Math.round(ms / (60 * MINUTE))} h`;
}

function waiting(entry: Entry, { online, now, thing, asked }: Circumstances): string {
  if (entry.unreadable) return entry.face.note ?? '';
  if (asked) return `Saved on this ${thing}.`;
  if (!online) return `No network. It is saved on this ${thing} and will be sent by itself.`;
  const pause = entry.retryAt - now;
  if (entry.serverErrors > 0 && pause > 0)
    return `Our server is not answering. Saved here; we try again ${durationText(pause)}.`;
  if (entry.attempts > 0 && pause > 0) return `It could not be sent. Saved here; we try again ${durationText(pause)}.`;
  return `Saved on this ${thing}. It will be sent in a moment.`;
}

function refused(entry: Entry): string {
  const message = entry.refusal?.message ?? 'It was refused.';
  switch (entry.refusal?.code) {
    case 'VERSION_CONFLICT':
    case 'CONFLICT':
      return `${message} Your change was not used; you can look at both and choose.`;
    case 'FILE_TOO_LARGE':
      return `${message} Take the picture again, or make it smaller.`;
    default:
      return message;
  }
}

/** What the server took, and of many decided at once what it did not. */
function sent(entry: Entry): string {
  const { done, refused: not } = bulkResultOf(entry) ?? { done: [], refused: [] };
  if (not.length === 0) return 'Our server has it.';
  return (
    `Our server has it, but ${not.length} of ${done.length + not.length} could not be decided: ` +
    [...new Set(not.map(({ message }) => message))].join(' ')
  );
}

/** How far it is: bills that are on the server, of all, plus the call itself. */
export function progressOf(entry: Pick<Entry, 'bills'>): { done: number; of: number } {
  return {
    done: entry.bills.filter(({ fingerPrint }) => fingerPrint !== undefined).length,
    of: entry.bills.length + 1,
  };
}

export function textsOfEntry(entry: Entry, around: Circumstances): Words {
  if (entry.unreadable === 'damaged') return { badge: 'Needs you', text: entry.face.note ?? '' };
  switch (entry.state) {
    case 'waiting':
      return {
        badge: around.thing === 'phone' ? 'Saved on this phone' : 'Saved on this device',
        text: waiting(entry, around),
      };
    case 'uploading': {
      const { done, of } = progressOf(entry);
      const { progress } = around;
      const far = progress ? `: ${kilobytes(progress.sent)} kB of ${kilobytes(progress.of)} kB are there` : '';
      return { badge: 'Sending', text: `Sending bill ${Math.min(done + 1, of - 1)} of ${of - 1}${far}.` };
    }
    case 'sending':
      return { badge: 'Sending', text: 'Sending.' };
    case 'signIn':
      return { badge: 'Waiting for sign-in', text: 'Please sign in to send it. Nothing is lost.' };
    case 'needsYou':
      return { badge: 'Needs you', text: refused(entry) };
    case 'done':
      return { badge: 'Sent', text: sent(entry) };
  }
}

const KINDS: Readonly<Record<string, string>> = {
  trip: 'Travel request',
  localExpense: 'Local expense',
  travelExpense: 'Travel expense',
  conveyance: 'Conveyance',
};

/** What people call what an entry makes or changes. */
export const nounOf = ({ record }: Entry): string => KINDS[record.kind]?.toLowerCase() ?? 'item';

/** What an entry was that cannot be opened: kind, amount and day, as far as they are known. */
export function sealedFace({ record, face }: Entry): string {
  const known = [
    KINDS[record.kind],
    face.amount === undefined ? undefined : formatRupees(face.amount),
    face.day && formatDay(face.day),
  ].filter(Boolean);
  return known.length === 0 ? 'Its content is not known.' : `It was ‘${face.title}’: ${known.join(', ')}.`;
}
