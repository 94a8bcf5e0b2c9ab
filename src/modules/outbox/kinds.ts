import { urlOf } from '#contract/endpoint.ts';
import { sendingOf } from '#contract/sending.ts';
import type { Entry } from '#outbox/entry.ts';

/** Where the form of an entry is opened again; null where it cannot be. */
export function formAddress(entry: Entry): string | null {
  const { editPath } = sendingOf(entry.endpoint);
  const { about } = entry.record;
  if (!editPath || entry.unreadable || (editPath.includes(':about') && typeof about !== 'string')) return null;
  return `${urlOf({ path: editPath }, { parts: { about: String(about) } })}?edit=${encodeURIComponent(entry.id)}`;
}

export const isDecision = (entry: Entry): boolean =>
  !entry.unreadable && sendingOf(entry.endpoint).editPath === undefined;

/** The id that the server gave, once it has answered. */
export function sentId(entry: Entry): string | null {
  const data = (entry.answer as { data?: { expenseId?: unknown; tripId?: unknown } } | undefined)?.data;
  const id = data?.expenseId ?? data?.tripId;
  return typeof id === 'string' ? id : null;
}
