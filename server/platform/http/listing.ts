import type { FilterKey, ListQuery } from '#contract/query.ts';
import { toDay } from '#domain/dates.ts';
import { malformed, Refusal } from '#server/platform/base/errors.ts';
import { viewsOfLastHour } from '#server/platform/audit/repository/audit.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Context } from './context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import type { DayRange, MomentRange } from '#server/platform/database/conditions.ts';

/** What the lists of every kind do alike. */

const SUBJECTS_AN_HOUR = 60;

/** Refuses filters that this list does not have, naming the first (LIST-2, LIST-13). */
export function refuseKeys(query: ListQuery, keys: readonly FilterKey[]): void {
  const key = keys.find((name) => query.filters[name]);
  if (key) throw malformed(`${key} is not a filter of this list.`, key);
}

/** Refuses every filter but these. */
export const takeOnly = (query: ListQuery, taken: ReadonlySet<FilterKey>): void =>
  refuseKeys(
    query,
    (Object.keys(query.filters) as FilterKey[]).filter((key) => !taken.has(key)),
  );

/** A range of days, each end that of any moment of the day; an open end is null. */
export function dayRange(context: Context, values: readonly string[] | undefined): DayRange | undefined {
  if (!values) return undefined;
  const [from, to] = values.map((text) => {
    if (text === '') return null;
    const day = toDay(Number(text), context.timeZone);
    if (day === null) throw malformed('Bad value for DATE_RANGE.', 'DATE_RANGE');
    return day;
  });
  return { from: from ?? null, to: to ?? null };
}

export const momentRange = (values: readonly string[] | undefined): MomentRange | undefined =>
  values && { from: values[0] ? Number(values[0]) : null, to: values[1] ? Number(values[1]) : null };

/**
 * Each view of another person's screen is recorded, and limited to sixty people an hour (AUD-2, Z19). `what`: which
 * list.
 */
export async function recordView(context: Context, subject: string, what: string): Promise<void> {
  const { actor, now } = context;
  const { database } = context.services;
  const seen = await viewsOfLastHour(database.db, actor.id, now);
  if (!seen.has(subject) && seen.size >= SUBJECTS_AN_HOUR)
    throw new Refusal('RATE_LIMITED', 'You have looked at many people’s claims. Please wait a while.', {
      retryAfter: 600,
    });
  const entry = {
    recordId: newId('VEW', now),
    recordKind: 'view',
    version: 1,
    at: now,
    actorId: actor.id,
    onBehalfOf: subject,
    action: 'view',
    before: null,
    after: { what },
    origin: context.origin,
  };
  await appendAudit(database.db, entry, '');
  await database.durable();
}
