/** Local expenses. */

export { createLocalExpense } from './commands.ts';
export { localExpenses } from './commands.ts';
