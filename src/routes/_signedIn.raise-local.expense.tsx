import { createFileRoute } from '@tanstack/react-router';
import { LOCAL_EXPENSE_FILTERS } from '#features/raise/localExpenseFilters.ts';
import { RaiseLocalExpense } from '#features/raise/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';

export const Route = createFileRoute('/_signedIn/raise-local/expense')({
  staticData: { title: 'Raise Local Expense and Conveyance' },
  validateSearch: listSearch(LOCAL_EXPENSE_FILTERS),
  component: RaiseLocalExpense,
});
