export { travelExpenseFinanceDecision } from './financeDecision.tsx';
export { travelExpenseKind } from './kind.ts';
export { travelExpenseManagerDecision } from './managerDecision.tsx';
export { TRAVEL_EXPENSE_FILTERS } from './raiseFilters.ts';
