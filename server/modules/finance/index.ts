/** Decisions of finance, and their revival. */

export { decideForFinance, decideManyForFinance, reviveClaim } from './finance.ts';
