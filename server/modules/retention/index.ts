/** How long data is kept, what is held, and erasing. */

export { runRetention } from './job.ts';
export { planOf, type Judging } from './plan.ts';
export { retentionCalls } from './routes.ts';
export { eraseDue, type Eraser, type Totals } from './run.ts';
