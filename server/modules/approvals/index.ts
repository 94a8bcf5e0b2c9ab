/** Decisions of managers, what waits for whom, a new manager, the mail of the morning. */

export { sendDigests } from './digestJob.ts';
export { expenseCalls, approvalCalls } from './routes.ts';
export { changeManager, handOverQueue } from './managers.ts';
