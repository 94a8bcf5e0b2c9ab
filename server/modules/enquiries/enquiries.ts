import type { Kysely } from 'kysely';
import { ENQUIRY_STATES, type Enquiry } from '#contract/record.ts';
import type { ListQuery } from '#contract/query.ts';
import { enquiryCan, enquiryRole, parseAnswer, parseQuestion } from '#domain/enquiry.ts';
import { faceOf } from '#domain/recordFace.ts';
import { isGone } from '#domain/recordSearch.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { invalidRequest, malformed, movedOn, notFound } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import * as stored from './repository.ts';
import type { EnquiryRow } from './repository.ts';
import { newestOf, type Newest } from '#server/platform/http/answerBytes.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { takeOnly } from '#server/platform/http/listing.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';
import {
  assertVisibleRecord,
  maySeeRecord,
  ownerOf,
  recordAnswer,
  recordById,
  visibleRecord,
  type RecordRow,
} from '#server/modules/records/index.ts';

function enquiryAnswer(context: Context, row: EnquiryRow): Enquiry {
  const { actor, timeZone } = context;
  const open = row.closed_at === null;
  return {
    enquiryId: row.id,
    about: faceOf(recordAnswer(row, timeZone), timeZone),
    askedBy: { email: row.asker_email, name: row.asker_name },
    askedOf: { email: row.owner_email, name: row.owner_name },
    question: row.question,
    askedAt: row.created_at,
    answer: row.answer,
    answeredAt: row.answered_at,
    closedAt: row.closed_at,
    closedBy: row.closer_name,
    mayAnswer: open && enquiryRole.answer(actor.id, row.owner_id).ok,
    mayClose: open && enquiryRole.close(actor.id, row.owner_id).ok,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What the audit log keeps of an enquiry. */
const snapshot = (
  row: Pick<EnquiryRow, 'record_id' | 'question' | 'answer' | 'closed_at'>,
): Record<string, unknown> => ({
  recordId: row.record_id,
  question: row.question,
  answer: row.answer,
  closed: row.closed_at !== null,
});

async function written(tx: Kysely<Tables>, id: string): Promise<EnquiryRow> {
  const row = await stored.enquiryById(tx, id);
  if (!row) throw new Error('An enquiry that was just written is not there');
  return row;
}

/** Asks the owner of a record a question (ENQ-1, ENQ-3, ENQ-6). */
export async function askEnquiry(context: Context, recordId: string, request: CommandRequest): Promise<CommandResult> {
  const { actor, now, key } = context;
  return change<RecordRow>(context, request, {
    authorize: async (tx) => {
      const row = await recordById(tx, recordId);
      if (row) assertAllowed(ownerOf(row) === actor.id ? enquiryRole.ask(actor.id, actor.id) : { ok: true });
      return assertVisibleRecord(tx, actor, row);
    },
    execute: async (tx, row) => {
      const made = key === null ? undefined : await stored.enquiryByKey(tx, actor.id, key);
      // The key outlives its stored answer: what it created is returned as it is now.
      if (made)
        return {
          answer: { success: true, data: enquiryAnswer(context, await written(tx, made.id)) },
          recordId: made.id,
        };
      assertAllowed(
        enquiryCan.ask({
          gone: isGone(recordAnswer(row, context.timeZone)),
          open: await stored.openAbout(tx, recordId),
        }),
      );
      const parsed = parseQuestion(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const id = newId('ENQ', now);
      const columns = {
        id,
        record_id: recordId,
        owner_id: ownerOf(row),
        asker_id: actor.id,
        question: parsed.value,
        answer: null,
        answered_at: null,
        closed_at: null,
        closed_by: null,
        version: 1,
        creation_key: key,
        created_at: now,
        updated_at: now,
      };
      await stored.insertEnquiry(tx, columns);
      await appendAudit(
        tx,
        {
          recordId: id,
          recordKind: 'enquiry',
          version: 1,
          at: now,
          actorId: actor.id,
          action: 'ask',
          before: null,
          after: snapshot(columns),
          origin: context.origin,
          requestKey: key,
        },
        '',
      );
      return {
        answer: { success: true, data: enquiryAnswer(context, await written(tx, id)) },
        recordId: id,
        counted: 'questions',
      };
    },
    rebuildAnswer: async (tx, _row, id) => ({ success: true, data: enquiryAnswer(context, await written(tx, id)) }),
  });
}

interface Step {
  action: 'answer' | 'close';
  may: (row: EnquiryRow) => ReturnType<typeof enquiryRole.answer>;
  /** Judges the body and says what changes; state and version have been judged. */
  changes: () => Partial<EnquiryRow>;
}

/** One step of an enquiry, once for its key and on record: seen, allowed, on the right version, still open (ENQ-9). */
function step(
  context: Context,
  id: string,
  request: CommandRequest,
  { action, may, changes }: Step,
): Promise<CommandResult> {
  const { actor, now } = context;
  return change<EnquiryRow>(context, request, {
    authorize: async (tx) => {
      const row = await stored.lockEnquiry(tx, id);
      if (!row || !(await maySeeRecord(tx, actor, row))) throw notFound();
      assertAllowed(may(row));
      return row;
    },
    execute: async (tx, row) => {
      const current = (): Enquiry => enquiryAnswer(context, row);
      if (context.ifMatch !== null && context.ifMatch !== row.version)
        throw movedOn('VERSION_CONFLICT', { current: current() });
      assertAllowed(enquiryCan[action]({ closed: row.closed_at !== null }), current);
      await stored.updateEnquiry(tx, id, { ...changes(), version: row.version + 1, updated_at: now });
      const after = await written(tx, id);
      const previous = (await lastAuditHashes(tx, [id])).get(id) ?? '';
      await appendAudit(
        tx,
        {
          recordId: id,
          recordKind: 'enquiry',
          version: after.version,
          at: now,
          actorId: actor.id,
          action,
          before: snapshot(row),
          after: snapshot(after),
          origin: context.origin,
          requestKey: context.key,
        },
        previous,
      );
      return { answer: { success: true, data: enquiryAnswer(context, after) }, recordId: id };
    },
    rebuildAnswer: async (_tx, row) => ({ success: true, data: enquiryAnswer(context, row) }),
  });
}

/** Answers a question about one's own record; an existing answer is replaced (ENQ-2). */
export const answerEnquiry = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  step(context, id, request, {
    action: 'answer',
    may: (row) => enquiryRole.answer(context.actor.id, row.owner_id),
    changes: () => {
      const parsed = parseAnswer(request.body);
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      return { answer: parsed.value, answered_at: context.now };
    },
  });

/** Closes an enquiry, answered or not (ENQ-5). */
export const closeEnquiry = (context: Context, id: string, request: CommandRequest): Promise<CommandResult> =>
  step(context, id, request, {
    action: 'close',
    may: (row) => enquiryRole.close(context.actor.id, row.owner_id),
    changes: () => ({ closed_at: context.now, closed_by: context.actor.id }),
  });

/** The enquiries about a record, newest first, to anyone who may see it (ENQ-8). */
export async function recordEnquiries(context: Context, recordId: string): Promise<Newest<Enquiry>> {
  await visibleRecord(context, recordId);
  const { rows, more } = await stored.enquiriesAbout(context.services.database.db, recordId);
  return newestOf(
    rows.map((row) => enquiryAnswer(context, row)),
    more,
    ({ closedAt }) => closedAt === null,
  );
}

const NO_FILTERS: ReadonlySet<never> = new Set();

/** One page of the enquiries asked of the signed-in person or by them (ENQ-8). */
export async function searchEnquiries(context: Context, state: string | undefined, query: ListQuery): Promise<unknown> {
  const wanted = ENQUIRY_STATES.find((each) => each === (state ?? 'open'));
  if (!wanted) throw malformed('Bad value for state.', 'state');
  takeOnly(query, NO_FILTERS);
  if (query.sort) throw malformed('sort is not for this list.', 'sort');
  const page = { limit: query.pageSize, offset: query.pageSize * query.pageNumber };
  const found = await stored.searchEnquiries(context.services.database.db, context.actor, wanted === 'closed', page);
  return { success: true, data: found.rows.map((row) => enquiryAnswer(context, row)), totalElements: found.total };
}
