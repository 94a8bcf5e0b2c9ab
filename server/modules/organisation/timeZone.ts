import type { Kysely } from 'kysely';
import { judgeTimeZone, timeZoneOf } from '#domain/organisation.ts';
import { invalidRequest, StartupError } from '#server/platform/base/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { holdRecords, keepTimeZone, keptTimeZone } from './repository.ts';

/** What a process knows of the time zone: `timeZone` counts, `timeZoneSet` says that it is the setting's. */
type Zone = Pick<Env, 'timeZone' | 'timeZoneSet'>;

const settingOf = ({ timeZone, timeZoneSet }: Zone): string | null => (timeZoneSet ? timeZone : null);

/** Which time zone counts in this database (ORG-36). Throws `StartupError` for a setting that may not. */
export async function timeZoneIn(db: Kysely<Tables>, zone: Zone): Promise<string> {
  const { timeZone, hasRecords } = await keptTimeZone(db);
  const counts = timeZoneOf(settingOf(zone), { before: timeZone, hasRecords });
  if ('message' in counts) throw new StartupError(counts.message);
  return counts.value;
}

/**
 * The same at a start, which keeps it for the records to come. Of what an earlier build filed nobody knows better than
 * the setting.
 */
export async function settleTimeZone(db: Kysely<Tables>, zone: Zone): Promise<string> {
  const counts = await timeZoneIn(db, zone);
  if ((await keptTimeZone(db)).timeZone !== counts) await keepTimeZone(db, counts);
  return counts;
}

/**
 * An organisation admin chooses the time zone; the setting's, or that of records, stays: INVALID (ORG-36). Answers what
 * it was before, or null where it is the same.
 */
export async function chooseTimeZone(tx: Kysely<Tables>, zone: Zone, chosen: string): Promise<string | null> {
  await holdRecords(tx);
  const { hasRecords } = await keptTimeZone(tx);
  const now = await timeZoneIn(tx, zone);
  const judged = judgeTimeZone(chosen, { now, set: zone.timeZoneSet, hasRecords });
  if ('message' in judged) throw invalidRequest(judged.message, { timeZone: judged.message });
  if (judged.value === now) return null;
  await keepTimeZone(tx, judged.value);
  return now;
}

/** After the first record nobody can choose another one; that all were erased is noticed by then. */
const LOOK_EVERY = 60_000;

/**
 * Lets `env.timeZone` be what was chosen, in this process or another one: asked before each request until there is a
 * record, and then seldom (ORG-36).
 */
export function followTimeZone(services: { env: Env; database: Database }): () => Promise<void> {
  const { env } = services;
  let quietUntil = env.timeZoneSet ? Number.POSITIVE_INFINITY : 0;
  return async () => {
    if (performance.now() < quietUntil) return;
    const { timeZone, hasRecords } = await keptTimeZone(services.database.db);
    if (timeZone !== null) env.timeZone = timeZone;
    if (hasRecords) quietUntil = performance.now() + LOOK_EVERY;
  };
}
