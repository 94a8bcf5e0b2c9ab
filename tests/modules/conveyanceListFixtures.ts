import type { Conveyance } from '#contract/expense.ts';
import { keepRows } from '#data/readCache.ts';
import { CONVEYANCE_FILTERS, LOCAL_EXPENSE_FILTERS } from '#modules/claims/filters.ts';
import { RaiseConveyance } from '#modules/conveyance/screens/RaiseConveyance.tsx';
import { RaiseLocalExpense } from '#modules/localExpense/screens/RaiseLocalExpense.tsx';
import { listSearch } from '#list/search.ts';
import { Route as ByIdRoute } from '../../src/routes/_signedIn.raise-local.$id.tsx';
import { Route as IndexRoute } from '../../src/routes/_signedIn.raise-local.index.tsx';
import { showRoutes } from '#tests/support/screen.tsx';

export const keep = (rows: Conveyance[]) => keepRows('searchConveyance', rows, Date.now(), 'test');
export const open = (address = '/raise-local/conveyance') =>
  showRoutes(address, [
    { path: '/raise-local/expense', Screen: RaiseLocalExpense, validateSearch: listSearch(LOCAL_EXPENSE_FILTERS) },
    { path: '/raise-local/conveyance', Screen: RaiseConveyance, validateSearch: listSearch(CONVEYANCE_FILTERS) },
    { path: '/raise-local', beforeLoad: IndexRoute.options.beforeLoad as never },
    { path: '/raise-local/$id', beforeLoad: ByIdRoute.options.beforeLoad as never },
  ]);
