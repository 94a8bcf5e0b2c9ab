export { campaignSearch } from './search.ts';
