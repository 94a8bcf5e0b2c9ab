import type { AuditEntryAnswer, AuditRow } from '#contract/audit.ts';
import { AUDIT_TOPICS } from '#contract/enums.ts';
import type { FilterKey, ListQuery } from '#contract/query.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { endOfDay } from '#domain/dates.ts';
import { describeChange, peopleIn } from '#domain/history.ts';
import { malformed, notFound } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';
import { dayRange, takeOnly } from '#server/platform/http/listing.ts';
import { personByEmail } from '#server/modules/people/index.ts';
import { maySeeRecord, namesOf, recordById } from '#server/modules/records/index.ts';
import { auditById, searchAudit, type AuditLogRow, type AuditSearch, type WholeAuditRow } from './repository.ts';
import { actionOf, CONFIDENTIAL, kindWords, noteOf, TOPIC_ACTIONS, TOPIC_KINDS } from './words.ts';

/** The log for organisation admins (AUD-20). */

const TAKEN: ReadonlySet<FilterKey> = new Set<FilterKey>(['EMAIL', 'SEARCH', 'AUDIT_TOPIC', 'DATE_RANGE']);

/** What these filters select; undefined where nobody has the e-mail address. */
export async function searchOf(context: Context, query: ListQuery): Promise<AuditSearch | undefined> {
  takeOnly(query, TAKEN);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const { EMAIL: emails, SEARCH: ids, AUDIT_TOPIC: topics, DATE_RANGE } = query.filters;
  if (emails && emails.length > 1) throw malformed('EMAIL is given more than once.', 'EMAIL');
  const [email] = emails ?? [];
  const person = email === undefined ? undefined : await personByEmail(context.services.database.db, email.trim());
  if (email !== undefined && !person) return undefined;
  const days = dayRange(context, DATE_RANGE);
  const [id] = ids ?? [];
  return {
    personId: person?.id,
    // The ids of records are capital letters; 'ledgers' and the like are found by their own.
    recordId: id === undefined ? undefined : /^[a-z]+$/.test(id.trim()) ? id.trim() : id.trim().toUpperCase(),
    kinds: topics?.flatMap((code) => {
      const topic = AUDIT_TOPICS[Number(code)];
      const actions = (topic && TOPIC_ACTIONS[topic]) ?? null;
      return topic ? TOPIC_KINDS[topic].map((kind) => ({ kind, actions })) : [];
    }),
    from: days?.from == null ? null : dayMillis(days.from, context.timeZone),
    to: days?.to == null ? null : endOfDay(days.to, context.timeZone),
  };
}

/** Characters of what more there is to say of a row: on the list, and in a file. */
const NOTE = 300;
export const NOTE_IN_FILE = 2_000;

export const rowAnswer = (row: AuditLogRow, most = NOTE): AuditRow => ({
  auditId: row.id,
  at: row.at,
  by: row.by,
  byEmail: row.by_email,
  onBehalfOf: row.on_behalf_of,
  title: actionOf(row.record_kind, row.action),
  kind: kindWords(row.record_kind),
  recordId: row.record_id,
  note: noteOf({ kind: row.record_kind, action: row.action, before: row.before, after: row.after }, most),
});

/** A page of the log, newest first. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function listAudit(context: Context, query: ListQuery): Promise<unknown> {
  assertAllowed(mayManageOrganisation(context.actor));
  const search = await searchOf(context, query);
  if (!search) return { success: true, data: [], totalElements: 0 };
  const page = { limit: query.pageSize, offset: query.pageSize * query.pageNumber };
  const { rows, total } = await searchAudit(context.services.database.db, search, page);
  return { success: true, data: rows.map((row) => rowAnswer(row)), totalElements: total };
}

/** May this person read what the row says? What claims and trips say is for those who may see them. */
async function mayRead(context: Context, row: WholeAuditRow): Promise<boolean> {
  if (!CONFIDENTIAL.has(row.record_kind)) return true;
  const { db } = context.services.database;
  const record = await recordById(db, row.record_id);
  return record !== undefined && maySeeRecord(db, context.actor, record);
}

/** Where the record has a page: what happened to a person's account has ids of its own. */
const pageOf = (row: WholeAuditRow, names: ReadonlyMap<string, string>): AuditEntryAnswer['page'] =>
  row.record_kind === 'claim' || row.record_kind === 'trip' ? 'record' : names.has(row.record_id) ? 'person' : null;

/** One row whole. Throws FORBIDDEN unless the actor is an organisation admin. */
export async function readAuditEntry(context: Context, id: string): Promise<AuditEntryAnswer> {
  assertAllowed(mayManageOrganisation(context.actor));
  const { db } = context.services.database;
  const row = /^\d{1,15}$/.test(id) ? await auditById(db, Number(id)) : undefined;
  if (!row) throw notFound();
  const seen = await mayRead(context, row);
  const names = await namesOf(db, [row.record_id, ...peopleIn(row)]);
  const change = { ...row, by: row.by ?? '', onBehalfOf: row.on_behalf_of };
  return {
    ...rowAnswer(row),
    version: row.version,
    origin: row.origin,
    changes: seen ? describeChange(change, names).changes : [],
    hidden: !seen,
    erasedAt: row.erased_at,
    page: seen ? pageOf(row, names) : null,
    hash: row.hash,
    previousHash: row.previous_hash,
    seal: row.seal,
  };
}
