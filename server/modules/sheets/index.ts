/** Expense and payment sheets, in and out. */

export { SHEET_FILES } from './files.ts';
export { sheetCalls } from './routes.ts';
