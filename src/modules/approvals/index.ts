export { PENDING_FILTERS } from './pendingFilters.ts';
