import type { ReactElement } from 'react';
import { searchLocalExpenses, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import { localExpenseCan } from '#domain/claimState.ts';
import { matchesClaim } from '#domain/claimSearch.ts';
import { formatRupees } from '#domain/money.ts';
import { BillButtons } from '#files/BillButtons.tsx';
import { ListScreen } from '#list/ListScreen.tsx';
import type { CardProps, ListDef } from '#list/definition.ts';
import { rowsOf } from '#list/request.ts';
import {
  approvedTexts,
  CardId,
  cardStyles as styles,
  ClaimOutcome,
  detailAddress,
  LOCAL_EXPENSE_FILTERS,
  localViewTools,
  withdrawAction,
} from '#modules/claims/index.ts';
import { lazyPart } from '#ui/lazyPart.tsx';
import { dayText, localExpenseKind, nameOfLocalExpense, typeLabel } from '../kind.ts';

/** A local expense as its owner sees it (LOC-20, LOC-21). */
function LocalExpenseCard({ row, timeZone, waiting, actions }: CardProps<LocalExpense>): ReactElement {
  const bills = localExpenseKind.bills(row);
  return (
    <>
      <div className={styles.top}>
        <p className={styles.title}>{typeLabel(row)}</p>
        <span className={styles.amount}>{formatRupees(row.claimAmount)}</span>
      </div>
      <div className={styles.line}>
        <span>{dayText(row, timeZone)}</span>
        {waiting ? null : <CardId id={row.expenseId} name="Copy expense id" copied="ExpenseId copied." />}
        {approvedTexts(row).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <ClaimOutcome claim={row} timeZone={timeZone} waiting={waiting} />
      <div className={styles.row}>
        <BillButtons sources={bills} of={row.expenseId} />
        {actions}
      </div>
    </>
  );
}

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
  Tools: localViewTools('/raise-local', 'expense'),
  Card: LocalExpenseCard,
  nameOf: nameOfLocalExpense,
  detailOf: (row) => detailAddress(row.expenseId),
  emptyHint: 'File a mobile bill or another local expense with ‘File New Expense’.',
  create: {
    button: 'File New Expense',
    Dialog: lazyPart(async () => {
      const { NewLocalExpense, preloadOffer } = await import('../NewLocalExpense.tsx');
      preloadOffer();
      return NewLocalExpense;
    }),
  },
  Open: lazyPart(() => import('../OpenLocalExpense.tsx').then((module) => module.OpenLocalExpense)),
  edit: { label: 'Edit', can: localExpenseCan.edit },
  actions: [withdrawAction({ kind: localExpenseKind, endpoint: withdrawLocalExpense, can: localExpenseCan.withdraw })],
};
export const firstRows = rowsOf(raiseLocalExpense);

export function RaiseLocalExpense(): ReactElement {
  return <ListScreen def={raiseLocalExpense} />;
}
