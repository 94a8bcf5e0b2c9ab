import type { Kysely } from 'kysely';
import { RECORD_KINDS } from '#contract/enums.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import type { HistoryRow, SeenRecord } from '#contract/record.ts';
import { enquiryRole } from '#domain/enquiry.ts';
import { describeChange, peopleIn } from '#domain/history.ts';
import { isGone, parseSearchWords } from '#domain/recordSearch.ts';
import { storedStatuses } from '#domain/status.ts';
import { maySeeClaim } from '#server/modules/claims/index.ts';
import { maySeeTrip } from '#server/modules/trips/index.ts';
import { logOf } from '#server/platform/audit/repository/audit.ts';
import { malformed, notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { newestOf, type Newest } from '#server/platform/http/answerBytes.ts';
import type { Actor, Context } from '#server/platform/http/context.ts';
import { dayRange, takeOnly } from '#server/platform/http/listing.ts';
import { ownerOf, recordAnswer, recordAnswerTo } from './presenter.ts';
import { namesOf, recordById, searchOwn, type RecordRow } from './repository.ts';

/** May this person see the record, by the rule of its kind? */
export async function maySeeRecord(db: Kysely<Tables>, actor: Actor, row: RecordRow): Promise<boolean> {
  if (row.trip) return maySeeTrip(db, actor, row.trip);
  return row.claim !== null && maySeeClaim(db, actor, row.claim);
}

/** A record that is not there and one that is not for this person's eyes answer alike: 404 (ACC-13). */
export async function assertVisibleRecord(
  db: Kysely<Tables>,
  actor: Actor,
  row: RecordRow | undefined,
): Promise<RecordRow> {
  if (!row || !(await maySeeRecord(db, actor, row))) throw notFound();
  return row;
}

/** The record of an id, whatever its kind, to anyone who may see it; else 404. */
export const visibleRecord = async (context: Context, id: string): Promise<RecordRow> => {
  const { db } = context.services.database;
  return assertVisibleRecord(db, context.actor, await recordById(db, id));
};

/** One record whole (NAV-6). */
export async function readRecord(context: Context, id: string): Promise<SeenRecord> {
  const row = await visibleRecord(context, id);
  const record = recordAnswerTo(context.actor, row, context.timeZone);
  return { record, mayAsk: enquiryRole.ask(context.actor.id, ownerOf(row)).ok && !isGone(record) };
}

/** What happened to a record and the enquiries about it, newest first, in people's words (AUD-3). */
export async function readHistory(context: Context, id: string): Promise<Newest<HistoryRow>> {
  const { db } = context.services.database;
  await visibleRecord(context, id);
  const { rows, more } = await logOf(db, id);
  const people = await namesOf(db, rows.flatMap(peopleIn));
  return newestOf(
    rows.map((row) => describeChange(row, people)),
    more,
  );
}

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>([
  'RECORD_KIND',
  'MANAGER_APPROVAL_STATUS',
  'DATE_RANGE',
  'SEARCH',
]);

/** One page of everything the signed-in person raised, newest first (NAV-4). */
export async function searchMine(context: Context, query: ListQuery): Promise<unknown> {
  const { filters } = query;
  takeOnly(query, TAKEN);
  if (query.sort) throw malformed('sort is not for your own list.', 'sort');
  const found = await searchOwn(context.services.database.db, {
    ownerId: context.actor.id,
    kinds: filters.RECORD_KIND && RECORD_KINDS.filter((_, code) => filters.RECORD_KIND?.includes(String(code))),
    managerStatuses: filters.MANAGER_APPROVAL_STATUS && storedStatuses('manager', filters.MANAGER_APPROVAL_STATUS),
    days: dayRange(context, filters.DATE_RANGE),
    words: parseSearchWords(filters.SEARCH?.[0] ?? ''),
    limit: query.pageSize,
    offset: query.pageSize * query.pageNumber,
  });
  return {
    success: true,
    data: found.rows.map((row) => recordAnswer(row, context.timeZone)),
    totalElements: found.total,
  };
}
