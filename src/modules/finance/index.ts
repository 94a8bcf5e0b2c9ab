export { DownloadReport } from './DownloadReport.tsx';
export {
  REPORT_FILTERS,
  CONVEYANCE_REVIEW_FILTERS,
  LOCAL_REVIEW_FILTERS,
  REVIEW_SORTS,
  TRAVEL_REVIEW_FILTERS,
} from './filters.ts';
export { REVIEWED, toolsOf } from './review.tsx';
