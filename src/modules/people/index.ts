export { dateSearch } from './dates/dateSearch.ts';
export { PEOPLE_FILTERS } from './directory/addresses.ts';
