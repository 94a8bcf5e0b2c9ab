import { downloadExpenseExcel } from '#contract/calls/sheets.ts';
import { SHEETS, type SheetKind } from '#contract/sheets.ts';
import { ApiError, messageOf } from '#data/errors.ts';
import { call } from '#data/http.ts';
import { saveAddress } from '#data/saveFile.ts';
import { toast } from '#ui/toast.ts';

/** What is said when a file does not come: the server answered something else, or nothing came (REP-3). */
const failureText = (error: unknown): string =>
  error instanceof ApiError && error.status !== 0
    ? `Network Response was not 200. ${error.message}`
    : `Error Downloading file: ${messageOf(error)}`;

async function saved(get: () => Promise<string>): Promise<void> {
  try {
    toast.success(`${await get()} is saved.`);
  } catch (error) {
    toast.error(failureText(error));
  }
}

/**
 * Saves Expense.xlsx or Payment.xlsx, with the claims that can be filled in. Never rejects: what went wrong is said.
 */
export const downloadTemplate = (kind: SheetKind): Promise<void> =>
  saved(async () =>
    saveAddress(
      (await call(downloadExpenseExcel, { query: { isPayments: String(kind === 'payment') } })).data,
      SHEETS[kind].fileName,
    ),
  );

/** Saves a file that came back. Its address is good for some minutes. */
export const downloadReturned = (name: string, address: string): Promise<void> =>
  saved(() => saveAddress(address, name));
