import { LOCAL_EXPENSE_TYPES, PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { parseLocalExpense } from '#domain/claim.ts';
import { localExpenseCan } from '#domain/claimState.ts';
import { dayOf } from '#domain/dates.ts';
import { policyWarning } from '#domain/policy.ts';
import {
  answerOf,
  billsOf,
  localExpenseAnswer,
  makeOnce,
  newClaim,
  ownersAudit,
  readColumns,
  readingsOf,
  stateOf,
  UNTOUCHED,
  written,
  type ClaimDefinition,
  type ClaimRow,
} from '#server/modules/claims/index.ts';
import {
  countingFor,
  policiesAt,
  policiesFor,
  policiesKept,
  policiesNow,
} from '#server/modules/expensePolicy/index.ts';
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
  async readEdit(tx, context, row, body) {
    const { saved, timeZone } = context;
    const unchangedDay = row.expense_date;
    const policies = await policiesFor(tx, context);
    const parsed = parseLocalExpense(body, { today: saved.today, timeZone, creating: false, unchangedDay, policies });
    if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
    const { type, day, paise, remarks, bills, furtherType } = parsed.value;
    // A day that stays is judged for the day that the claim was saved.
    const savedDay = day === unchangedDay ? dayOf(row.saved_at ?? row.created_at, timeZone) : saved.today;
    return {
      columns: {
        type,
        expense_date: day,
        claim_amount: paise,
        remarks,
        further_type: furtherType ?? null,
        policy_warning: policyWarning({ kind: 'local', type, day, paise, bills: bills.length, savedDay }, policies),
      },
      bills,
      readings: await readingsOf(tx, body),
    };
  },
};

/** A local expense as it is made, before it is written: everything its answer says, and the rows that make it. */
async function prepare(context: Context, request: CommandRequest): Promise<Creation> {
  const { actor, key, services } = context;
  const known = policiesKept(services) ?? (await policiesNow(services, services.database.db));
  const policies = countingFor(known, context);
  const parsed = parseLocalExpense(request.body, {
    today: context.saved.today,
    timeZone: context.timeZone,
    creating: true,
    policies,
  });
  const creation = await readCreationRow(
    services.database.db,
    actor.id,
    parsed.ok ? parsed.value.bills.map((bill) => bill.fingerPrint) : [],
    key,
  );
  if (creation.stored) return { stored: creation.stored };
  if (creation.policyVersion !== known.version) {
    // Changed since, perhaps by another process: judged once more, by what holds now.
    await policiesAt(services, services.database.db, creation.policyVersion);
    return prepare(context, request);
  }
  if (!parsed.ok) throw invalidRequest(parsed.message, parsed.errors);
  const bills = await billsOf(
    context,
    parsed.value.bills,
    new Map(creation.uploads.map((bill) => [bill.fingerPrint, bill])),
  );
  const { type, day, paise } = parsed.value;
  const judged = { kind: 'local' as const, type, day, paise, bills: bills.length, savedDay: context.saved.today };
  const columns = newClaim(context, localExpenses, parsed.value, {
    managerId: creation.managerId,
    tripId: null,
    policyWarning: policyWarning(judged, policies),
  });
  const names = {
    owner_email: actor.email,
    owner_name: actor.name,
    owner_code: actor.employeeCode,
    manager_email: creation.managerEmail,
    manager_name: creation.managerName,
    decider_name: null,
    finance_name: null,
  };
  const readings = await readingsOf(services.database.db, request.body);
  const read = bills.map((bill) => ({ ...bill, ...readings.get(bill.fingerPrint) }));
  const row: ClaimRow = { ...UNTOUCHED, ...columns, ...names, bills: read };
  const { id } = columns;
  const carried = read.map(({ fingerPrint, name, ...columns }, position) => ({
    claim_id: id,
    position,
    file_hash: fingerPrint,
    name,
    // Claims are written together where they name the same columns.
    ...(readings.size > 0 && readColumns(columns)),
  }));
  return {
    stored: null,
    answer: answerOf(context, localExpenses, row),
    recordId: id,
    managerId: creation.managerId,
    rows: {
      claims: [columns],
      ...(carried.length > 0 && { claim_bills: carried }),
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
