export { ALL_REQUESTS_FILTERS } from './allRequestsFilters.ts';
export { anyKind } from './kinds.ts';
