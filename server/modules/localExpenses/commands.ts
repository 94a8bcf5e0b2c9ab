import { readLocalExpense } from '#domain/claim.ts';
import { localExpenses } from './kind.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { creationFacts } from '#server/platform/idempotency/repository/creation.ts';
import { newAuditRow } from '#server/platform/audit/audit.ts';
import { create, type Asked, type Carried, type Creation } from '#server/platform/idempotency/change.ts';
import type { Context } from '#server/platform/http/context.ts';
import {
  UNTOUCHED,
  type ClaimRow,
  answerOf,
  billsOf,
  makeOnce,
  newClaim,
  ownersAudit,
  written,
} from '#server/modules/claims/index.ts';

/** A local expense as it is made, before it is written: everything its answer says, and the rows that make it. */
async function prepare(context: Context, asked: Asked): Promise<Creation> {
  const { actor, key, services } = context;
  const read = readLocalExpense(asked.body, { today: context.saved.today, timeZone: context.timeZone, creating: true });
  const facts = await creationFacts(
    services.database.db,
    actor.id,
    read.ok ? read.value.bills.map((bill) => bill.fingerPrint) : [],
    key,
  );
  if (facts.stored) return { stored: facts.stored };
  if (!read.ok) throw invalidRequest(read.message, read.errors);
  const bills = await billsOf(
    context,
    read.value.bills,
    new Map(facts.uploads.map((bill) => [bill.fingerPrint, bill])),
  );
  const columns = newClaim(context, localExpenses, read.value, { managerId: facts.managerId, tripId: null });
  const names = {
    owner_email: actor.email,
    owner_name: actor.name,
    owner_code: actor.employeeCode,
    manager_email: facts.managerEmail,
    manager_name: facts.managerName,
    decider_name: null,
    finance_name: null,
  };
  const row: ClaimRow = { ...UNTOUCHED, ...columns, ...names, bills };
  const { id } = columns;
  const carried = bills.map((bill, position) => ({
    claim_id: id,
    position,
    file_hash: bill.fingerPrint,
    name: bill.name,
  }));
  return {
    stored: null,
    answer: answerOf(context, localExpenses, row),
    recordId: id,
    managerId: facts.managerId,
    rows: {
      claims: [columns],
      claim_bills: carried,
      audit_log: [newAuditRow(ownersAudit(context, 'create', null, row))],
    },
  };
}

/** Files a local expense (LOC-1 to LOC-10): nothing but it is judged, so that one statement writes it. */
export const createLocalExpense = (context: Context, asked: Asked): Promise<Carried> =>
  makeOnce(context, localExpenses, () =>
    create(
      context,
      asked,
      () => prepare(context, asked),
      async (id) => answerOf(context, localExpenses, await written(context.services.database.db, localExpenses, id)),
    ),
  );
