export { localExpenseFinanceDecision } from './financeDecision.ts';
export { localExpenseKind } from './kind.ts';
export { localExpenseManagerDecision } from './managerDecision.ts';
export { LOCAL_EXPENSE_FILTERS } from './raiseFilters.ts';
