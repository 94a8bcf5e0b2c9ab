export { tripAdminDecision } from './admin/decision.ts';
export { ADMIN_TRIP_FILTERS } from './admin/filters.ts';
export { adminTripKind } from './admin/kind.ts';
export { type TicketValues } from './admin/ticketValues.ts';
export { SettleCancellation } from './admin/SettleCancellation.tsx';
export { tripKind } from './kind.ts';
export { tripManagerDecision } from './managerDecision.tsx';
