/** Reports as files, spend of teams. */

export { reportCalls } from './routes.ts';
export { spendCalls } from './charts.ts';
