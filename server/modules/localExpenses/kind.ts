import { LOCAL_EXPENSE_TYPES, PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { localExpenseCan, readLocalExpense } from '#domain/claim.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import { localExpenseAnswer, stateOf, type ClaimDefinition } from '#server/modules/claims/index.ts';

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
    const read = readLocalExpense(body, { today, timeZone, creating: false, unchangedDay: row.expense_date });
    if (!read.ok) throw invalidRequest(read.message, read.errors);
    const { type, day, paise, remarks, bills } = read.value;
    return { columns: { type, expense_date: day, claim_amount: paise, remarks }, bills };
  },
};
