import type { Kysely } from 'kysely';
import { ORPHAN_FILE_DAYS } from '#contract/limits.ts';
import { DATA_KINDS, type DataKind, type Periods, type PlanOfKind, type StayReason } from '#contract/retention.ts';
import { millisOfDay, type Day } from '#domain/dates.ts';
import { keepingOf, keptFrom, type KeepingRule } from '#domain/retention.ts';
import { canonicalJson, sha256 } from '#server/platform/base/canonical.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { add, NOTHING, weigh, type Wanted } from './repository/found.ts';
import { SOURCES, type Source } from './sources.ts';

/** What goes today: the same for the dry run that shows it and the run that erases it (RET-4). */

/** By what is judged. */
export interface Judging extends KeepingRule {
  today: Day;
  timeZone: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Rows of a source that one run takes: the next one goes on. */
const MAX_ROWS = 100_000;

/** What of a source goes, and why what is past its period stays. */
export interface Going {
  source: Source;
  ids: string[];
  oldest: Day | null;
  stays: Map<StayReason, number>;
  more: boolean;
}

export const youngFrom = (now: number): number => now - ORPHAN_FILE_DAYS * 86_400_000;

export const wantedOf = (kind: DataKind, judging: Judging): Wanted => {
  const { today, timeZone } = judging;
  const day = keptFrom(kind, today, judging);
  return { before: { day, at: millisOfDay(day, timeZone) }, most: MAX_ROWS, timeZone };
};

/** What of this source goes by its periods, of these rows alone where `only` says so, which are then locked. */
export async function goingOf(
  db: Kysely<Tables>,
  source: Source,
  judging: Judging,
  { gone = [], only }: { gone?: readonly string[]; only?: readonly string[] } = {},
): Promise<Going> {
  const found = await source.past(db, { ...wantedOf(source.kind, judging), gone, ...(only && { only }) });
  const going: Going = { source, ids: [], oldest: null, stays: new Map(), more: found.length === MAX_ROWS };
  for (const each of found) {
    const keeping = keepingOf(source.kind, each, judging, judging.today);
    if (keeping.goes) {
      going.ids.push(each.id);
      going.oldest ??= each.day;
    } else going.stays.set(keeping.why, (going.stays.get(keeping.why) ?? 0) + 1);
  }
  return going;
}

const earlier = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b < a) ? b : a);

/** The dry run: what would go today by kind, and what stays and why. Changes nothing. */
export async function planOf(db: Kysely<Tables>, judging: Judging): Promise<PlanOfKind[]> {
  const plan = new Map<DataKind, PlanOfKind>();
  const records: string[] = [];
  const files = new Set<string>();
  for (const source of SOURCES) {
    const { kind } = source;
    const going = await goingOf(db, source, judging, { gone: records });
    const young = await source.young(db, wantedOf(kind, judging));
    if (young > 0) going.stays.set('PERIOD', (going.stays.get('PERIOD') ?? 0) + young);
    // A picture that goes with its record does not lose its place before.
    const ids = kind === 'PLACES' ? going.ids.filter((id) => !files.has(id)) : going.ids;
    // A file on a claim and its trip goes with the last of them.
    if (kind === 'RECORDS') records.push(...ids);
    const weighed = await source.files(db, kind === 'RECORDS' ? records : ids, { youngFrom: youngFrom(judging.now) });
    const news = weighed.filter(({ hash }) => !files.has(hash));
    for (const { hash } of news) files.add(hash);
    const before = plan.get(kind);
    const stays = new Map((before?.stays ?? []).map(({ why, rows }) => [why, rows]));
    for (const [why, rows] of going.stays) stays.set(why, (stays.get(why) ?? 0) + rows);
    plan.set(kind, {
      kind,
      ...add(before ?? NOTHING, weigh(ids.length, news)),
      oldest: earlier(before?.oldest ?? null, ids.length > 0 ? going.oldest : null),
      stays: [...stays].map(([why, rows]) => ({ why, rows })).toSorted((a, b) => (a.why < b.why ? -1 : 1)),
      more: before?.more === true || going.more,
    });
  }
  return DATA_KINDS.flatMap((kind) => plan.get(kind) ?? []);
}

/** Names a plan: who switches retention on has seen this one. */
export const seenOf = (periods: Periods, kinds: readonly PlanOfKind[]): string =>
  sha256(canonicalJson({ periods, goes: kinds.map(({ stays: _stays, ...goes }) => goes) })).slice(0, 32);
