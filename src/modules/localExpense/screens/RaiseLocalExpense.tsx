import { searchLocalExpenses, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { localExpenseCan } from '#domain/claim.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { localExpenseKind, nameOfLocalExpense } from '../kind.ts';
import { LocalExpenseCard } from '../LocalExpenseCard.tsx';
import { detailAddress, withdrawAction, LocalViewSwitch, LOCAL_EXPENSE_FILTERS } from '#modules/claims/index.ts';
import type { ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import type { ReactElement } from 'react';
import { ListScreen } from '#list/ListScreen.tsx';

/** One's own local expenses: raised, looked at and changed; what opens is titled in ../command.ts (LOC-18). */
export const raiseLocalExpense: ListDef<LocalExpense> = {
  kind: localExpenseKind,
  endpoint: searchLocalExpenses,
  owner: 'USER_EMAIL',
  filters: LOCAL_EXPENSE_FILTERS,
  matches: (filters, row, context) => {
    // Whose list it is, the server has seen to; a claim that still waits has no other owner.
    const { USER_EMAIL: _owner, ...rest } = filters;
    return matchesClaim(rest, row, context);
  },
  Card: LocalExpenseCard,
  nameOf: nameOfLocalExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  emptyHint: 'File a mobile bill or another local expense with ‘File New Expense’.',
  create: {
    button: 'File New Expense',
    Dialog: lazyPart(() => import('../NewLocalExpense.tsx').then((module) => module.NewLocalExpense)),
  },
  Open: lazyPart(() => import('../OpenLocalExpense.tsx').then((module) => module.OpenLocalExpense)),
  edit: { label: 'Edit', can: localExpenseCan.edit },
  actions: [withdrawAction({ kind: localExpenseKind, endpoint: withdrawLocalExpense, can: localExpenseCan.withdraw })],
};
export const firstRows = rowsOf(raiseLocalExpense);

export function RaiseLocalExpense(): ReactElement {
  return (
    <>
      <LocalViewSwitch page="/raise-local" current="expense" />
      <ListScreen def={raiseLocalExpense} />
    </>
  );
}
