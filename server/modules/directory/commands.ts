import type { Kysely } from 'kysely';
import { keptFieldsOf, parsePerson, type PersonInput } from '#domain/directory.ts';
import { mayManageOrganisation } from '#domain/access.ts';
import { invalidRequest, movedOn, notFound } from '#server/platform/base/errors.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { assertAllowed } from '#server/platform/http/assertAllowed.ts';
import type { Context } from '#server/platform/http/context.ts';
import { change, type CommandRequest, type CommandResult } from '#server/platform/idempotency/change.ts';
import { forgetSubject, holdReportingLines } from '#server/modules/people/index.ts';
import { inputOf } from './presenter.ts';
import { described } from './queries.ts';
import { lockPerson, wholePerson, type WholePersonRow } from './repository.ts';
import { auditPerson, insertPerson, updatePerson } from './writing.ts';

/** What organisation admins do with one person on screen. */

function parseBody(context: Context, body: unknown): PersonInput {
  const read = parsePerson(body, context.timeZone);
  if (!read.ok) throw invalidRequest(read.message, read.errors);
  return read.value;
}

/** The answer of a change: the person as they are now. */
export async function answerOf(context: Context, tx: Kysely<Tables>, id: string) {
  const row = await wholePerson(tx, id);
  if (!row) throw new Error('A person who was just written is not there');
  return { answer: { success: true, data: await described(context, tx, row) }, recordId: id };
}

/** Puts a person into the directory (ORG-1, ORG-2). */
export function createPerson(context: Context, request: CommandRequest): Promise<CommandResult> {
  return change<null>(context, request, {
    authorize: async () => {
      assertAllowed(mayManageOrganisation(context.actor));
      return null;
    },
    execute: async (tx) => {
      const input = parseBody(context, request.body);
      await holdReportingLines(tx);
      const id = context.newId('PRS');
      await insertPerson(tx, context, input, { id, source: 'SCREEN' });
      return answerOf(context, tx, id);
    },
  });
}

/** The person whom a change is about, locked and with the reporting lines held; 404, and 409 for another version. */
export async function lockedPerson(context: Context, tx: Kysely<Tables>, id: string): Promise<WholePersonRow> {
  assertAllowed(mayManageOrganisation(context.actor));
  await holdReportingLines(tx);
  const row = await lockPerson(tx, id);
  if (!row) throw notFound();
  return row;
}

export async function assertVersion(context: Context, tx: Kysely<Tables>, row: WholePersonRow): Promise<void> {
  if (context.ifMatch !== null && context.ifMatch !== row.version)
    throw movedOn('VERSION_CONFLICT', { current: await described(context, tx, row) });
}

/** Refuses a change of what the identity provider says (ORG-7). */
function assertNotKept(row: WholePersonRow, input: PersonInput): void {
  const before = inputOf(row);
  const field = keptFieldsOf(row.source, row.kept_fields).find((name) => before[name] !== input[name]);
  const message = 'This is kept by the identity provider. Please change it there';
  if (field !== undefined) throw invalidRequest(message, { [field]: message });
}

/** Changes a person (ORG-2 to ORG-5). */
export function changePerson(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<WholePersonRow>(context, request, {
    authorize: (tx) => lockedPerson(context, tx, id),
    execute: async (tx, row) => {
      await assertVersion(context, tx, row);
      const input = parseBody(context, request.body);
      assertNotKept(row, input);
      await updatePerson(tx, context, row, input, { source: row.source });
      return answerOf(context, tx, id);
    },
  });
}

/** Forgets by which account at a provider a person signs in, such as one that was made anew there (SES-46). */
export function resetSignIn(context: Context, id: string, request: CommandRequest): Promise<CommandResult> {
  return change<WholePersonRow>(context, request, {
    authorize: (tx) => lockedPerson(context, tx, id),
    execute: async (tx, row) => {
      await assertVersion(context, tx, row);
      await forgetSubject(tx, id, context.now);
      await auditPerson(tx, context, row, { action: 'sign-in-reset', before: null, after: {} });
      return answerOf(context, tx, id);
    },
  });
}
