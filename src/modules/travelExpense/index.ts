export { travelExpenseFinanceDecision } from './financeDecision.tsx';
export { travelExpenseKind } from './kind.ts';
export { travelExpenseManagerDecision } from './managerDecision.tsx';
export { type TravelExpenseValues } from './values.ts';
