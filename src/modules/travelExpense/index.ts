export { travelExpenseFinanceDecision } from './financeDecision.ts';
export { travelExpenseKind } from './kind.ts';
export { travelExpenseManagerDecision } from './managerDecision.ts';
export { TRAVEL_EXPENSE_FILTERS } from './raiseFilters.ts';
