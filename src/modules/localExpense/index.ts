export { localExpenseFinanceDecision } from './financeDecision.tsx';
export { localExpenseKind } from './kind.ts';
export { localExpenseManagerDecision } from './managerDecision.tsx';
