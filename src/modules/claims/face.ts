import type { AnyRecord, RecordFace } from '#contract/record.ts';
import { formatDay } from '#domain/dates.ts';
import { formatRupees } from '#domain/money.ts';
import { faceOf, KIND_WORDS, statusesOf } from '#domain/recordFace.ts';
import { statusLabel } from '#domain/status.ts';

/** A record's day, or a trip's first and last. */
export const daysText = ({ from, to }: Pick<RecordFace, 'from' | 'to'>): string =>
  from === '' ? '' : from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;

/** What a screen reader says of a card: the id first. */
export function nameOfRecord(any: AnyRecord, timeZone: string): string {
  const face = faceOf(any, timeZone);
  const statuses = statusesOf(any).map(({ by, status }) => `${by}: ${statusLabel(status)}`);
  return [
    face.id,
    KIND_WORDS[face.kind],
    face.title,
    face.amount === null ? '' : formatRupees(face.amount),
    daysText(face),
    ...statuses,
  ]
    .filter(Boolean)
    .join(', ');
}
