/** Reports as files, spend of teams. Other modules import this file and nothing behind it. */

export { reportCalls } from './routes.ts';
export { spendCalls } from './spendRoutes.ts';
