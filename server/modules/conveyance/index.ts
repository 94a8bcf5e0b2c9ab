/** Claims of sales trips, and the intake of the sales app. Other modules import this file and nothing behind it. */

export { integrationCalls } from './integrationRoutes.ts';
export { conveyances } from './kind.ts';
