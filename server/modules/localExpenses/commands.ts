import { LOCAL_EXPENSE_TYPES, PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { localExpenseCan, parseLocalExpense } from '#domain/claim.ts';
import {
  answerOf,
  billsOf,
  localExpenseAnswer,
  makeOnce,
  newClaim,
  ownersAudit,
  stateOf,
  UNTOUCHED,
  written,
  type ClaimDefinition,
  type ClaimRow,
} from '#server/modules/claims/index.ts';
import { newAuditRow } from '#server/platform/audit/audit.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import type { Context } from '#server/platform/http/context.ts';
import { create, type CommandRequest, type CommandResult, type Creation } from '#server/platform/idempotency/change.ts';
import { readCreationRow } from '#server/platform/idempotency/repository/creation.ts';

export const localExpenses: ClaimDefinition<LocalExpense> = {
  number: PRIMARY_EXPENSE_TYPE.local,
  prefix: 'EXP',
  typeFilter: 'LOCAL_EXPENSE_TYPE',
  types: LOCAL_EXPENSE_TYPES,
  viewed: 'localExpenses',
  answer: localExpenseAnswer,
  mayEdit: (row) => localExpenseCan.edit(stateOf(row)),
  mayWithdraw: (row) => localExpenseCan.withdraw(stateOf(row)),
  async readEdit(_tx, { saved: { today }, timeZone }, row, body) {
    const parsed = parseLocalExpense(body, { today, timeZone, creating: false, unchangedDay: row.expense_date });
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const { type, day, paise, remarks, bills } = parsed.value;
    return { columns: { type, expense_date: day, claim_amount: paise, remarks }, bills };
  },
};

/** A local expense as it is made, before it is written: everything its answer says, and the rows that make it. */
async function prepare(context: Context, request: CommandRequest): Promise<Creation> {
  const { actor, key, services } = context;
  const parsed = parseLocalExpense(request.body, {
    today: context.saved.today,
    timeZone: context.timeZone,
    creating: true,
  });
  const creation = await readCreationRow(
    services.database.db,
    actor.id,
    parsed.ok ? parsed.value.bills.map((bill) => bill.fingerPrint) : [],
    key,
  );
  if (creation.stored) return { stored: creation.stored };
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  const bills = await billsOf(
    context,
    parsed.value.bills,
    new Map(creation.uploads.map((bill) => [bill.fingerPrint, bill])),
  );
  const columns = newClaim(context, localExpenses, parsed.value, { managerId: creation.managerId, tripId: null });
  const names = {
    owner_email: actor.email,
    owner_name: actor.name,
    owner_code: actor.employeeCode,
    manager_email: creation.managerEmail,
    manager_name: creation.managerName,
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
    managerId: creation.managerId,
    rows: {
      claims: [columns],
      claim_bills: carried,
      audit_log: [newAuditRow(ownersAudit(context, 'create', null, row))],
    },
  };
}

/** Files a local expense: nothing but it is judged, so that one statement writes it. */
export const createLocalExpense = (context: Context, request: CommandRequest): Promise<CommandResult> =>
  makeOnce(context, localExpenses, () =>
    create(
      context,
      request,
      () => prepare(context, request),
      async (id) => answerOf(context, localExpenses, await written(context.services.database.db, localExpenses, id)),
    ),
  );
