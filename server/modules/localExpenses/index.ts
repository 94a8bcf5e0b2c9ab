/** Local expenses. Other modules import this file and nothing behind it. */

export { createLocalExpense } from './commands.ts';
export { localExpenses } from './kind.ts';
