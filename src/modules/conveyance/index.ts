export { conveyanceFinanceDecision } from './financeDecision.tsx';
export { conveyanceKind } from './kind.ts';
export { conveyanceManagerDecision } from './managerDecision.tsx';
