export { REPORT_FILTERS } from './reportFilters.ts';
export { REVIEWED, toolsOf } from './review.tsx';
export {
  CONVEYANCE_REVIEW_FILTERS,
  LOCAL_REVIEW_FILTERS,
  REVIEW_SORTS,
  TRAVEL_REVIEW_FILTERS,
} from './reviewFilters.ts';
