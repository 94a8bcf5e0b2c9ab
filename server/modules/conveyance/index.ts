/** Claims of sales trips, and the intake of the sales app. */

export { integrationCalls } from './intake.ts';
export { conveyances } from './kind.ts';
