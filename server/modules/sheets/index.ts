/** Expense and payment sheets, in and out. Other modules import this file and nothing behind it. */

export { SHEET_FILES } from './files.ts';
export { sheetCalls } from './routes.ts';
