import type { HistoryRow } from '#contract/record.ts';
import type { PersonDate } from '#contract/user.ts';
import { mayManageExceptionalDates, maySetExceptionalDate } from '#domain/access.ts';
import { parseExceptionalDate, roomForDate } from '#domain/exceptionalDate.ts';
import { describeChange } from '#domain/history.ts';
import { invalidRequest, movedOn, notFound } from '#server/platform/base/errors.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import {
  countDates,
  datedPerson,
  lockDatedPerson,
  peopleWithDates,
  writeDate,
  type DatedPerson,
} from './repository/exceptionalDates.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import { lastAuditHashes, logOf } from '#server/platform/audit/repository/audit.ts';
import { dayMillis } from '#server/platform/http/dayMillis.ts';

const answerOf = (row: DatedPerson, timeZone: string): PersonDate => ({
  name: row.name,
  email: row.email,
  employeeCode: row.employee_code,
  date: row.exceptional_date === null ? null : dayMillis(row.exceptional_date, timeZone),
  version: row.version,
});

/** Everybody who has an exceptional date. Throws FORBIDDEN unless the actor is an admin. */
export async function exceptionalDates(context: Context): Promise<PersonDate[]> {
  assertAllowed(mayManageExceptionalDates(context.actor));
  return (await peopleWithDates(context.services.database.db)).map((row) => answerOf(row, context.timeZone));
}

/** One person's date and its history, newest first, in readable words (EXC-2, AUD-3). */
export async function exceptionalDateHistory(
  context: Context,
  email: string,
): Promise<PersonDate & { history: HistoryRow[]; more?: true }> {
  assertAllowed(mayManageExceptionalDates(context.actor));
  const { db } = context.services.database;
  const row = await datedPerson(db, email);
  if (!row) throw notFound();
  const { rows, more } = await logOf(db, row.id);
  return {
    ...answerOf(row, context.timeZone),
    history: rows.map((each) => ({ ...describeChange(each, new Map()), onBehalfOf: null })),
    ...(more && { more }),
  };
}

/** An admin sets somebody's exceptional date, or clears it (EXC-2). No change, no audit row. */
export function setExceptionalDate(context: Context, request: CommandRequest): Promise<CommandResult> {
  const { actor, now, timeZone, today } = context;
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageExceptionalDates(actor));
      return null;
    },
    execute: async (tx) => {
      const parsed = parseExceptionalDate(request.body, { today, timeZone });
      if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
      const { email, day } = parsed.value;
      const row = await lockDatedPerson(tx, email);
      if (!row) throw invalidRequest('Nobody has this e-mail address', { email: 'Nobody has this e-mail address' });
      assertAllowed(maySetExceptionalDate(actor, row));
      if (context.ifMatch !== null && context.ifMatch !== row.version)
        throw movedOn('VERSION_CONFLICT', { current: answerOf(row, timeZone) });
      if (row.exceptional_date === day)
        return { answer: { success: true, data: answerOf(row, timeZone) }, recordId: row.id };
      if (day !== null && row.exceptional_date === null) assertAllowed(roomForDate(await countDates(tx)));
      const after: DatedPerson = { ...row, exceptional_date: day, version: row.version + 1 };
      await writeDate(tx, row.id, day, now);
      const entry = {
        recordId: row.id,
        recordKind: 'person',
        version: after.version,
        at: now,
        actorId: actor.id,
        onBehalfOf: row.id,
        action: day === null ? 'exceptional-date-cleared' : 'exceptional-date',
        before: { exceptionalDate: row.exceptional_date },
        after: { exceptionalDate: day },
        origin: context.origin,
        requestKey: context.key,
      };
      await appendAudit(tx, entry, (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '');
      return { answer: { success: true, data: answerOf(after, timeZone) }, recordId: row.id };
    },
  });
}
