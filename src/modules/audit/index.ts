export { AUDIT_FILTERS } from './addresses.ts';
