export { dateSearch } from './dates/dateSearch.ts';
