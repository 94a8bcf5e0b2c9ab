export { conveyanceFinanceDecision } from './financeDecision.ts';
export { conveyanceKind } from './kind.ts';
export { conveyanceManagerDecision } from './managerDecision.ts';
export { CONVEYANCE_FILTERS } from './raiseFilters.ts';
