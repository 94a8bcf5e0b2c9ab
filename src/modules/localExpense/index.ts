export { localExpenseFinanceDecision } from './financeDecision.tsx';
export { localExpensePlace } from './joinPlace.ts';
export { localExpenseKind } from './kind.ts';
export { localExpenseManagerDecision } from './managerDecision.tsx';
