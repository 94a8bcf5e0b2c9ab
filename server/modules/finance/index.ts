/** Decisions of finance, and their revival. Other modules import this file and nothing behind it. */

export { decideForFinance, decideManyForFinance, reviveClaim } from './finance.ts';
