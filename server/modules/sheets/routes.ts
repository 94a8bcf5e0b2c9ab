import { downloadExpenseExcel, uploadExpenses, uploadPayments } from '#contract/calls/sheets.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorAnswer } from '#contract/error.ts';
import type { SheetKind } from '#contract/sheets.ts';
import { malformed, Refusal, refusalOf } from '#server/platform/base/errors.ts';
import { serve, type Served } from '#server/platform/http/endpoints.ts';
import { readUpload } from '#server/platform/uploads/multipart.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import { templateAddress } from './files.ts';
import { assertMayUseSheets, takeSheet } from './sheets.ts';

/** A refusal that also carries its message under the field name of these two calls (PAY-1). */
class SheetRefusal extends Refusal {
  override get answer(): ErrorAnswer & { errorMessage: string } {
    return { ...super.answer, errorMessage: this.message };
  }
}

/** `isPayments` says which of the two sheets; without it, Expense.xlsx. */
function kindAsked(isPayments: string | undefined): SheetKind {
  if (isPayments === undefined || isPayments === '' || isPayments.toLowerCase() === 'false') return 'expense';
  if (isPayments.toLowerCase() === 'true') return 'payment';
  throw malformed('Bad value for isPayments.', 'isPayments');
}

/** Finance's documents in and out. */
export function sheetCalls(services: Services): Served[] {
  const upload = (entry: Endpoint, kind: SheetKind): Served =>
    serve(entry, async ({ request, reply }) => {
      try {
        const context = contextOf(services, request);
        assertMayUseSheets(context);
        return await takeSheet(context, kind, (await readUpload(request, reply)).bytes);
      } catch (error) {
        const refusal = refusalOf(error);
        throw refusal ? new SheetRefusal(refusal.code, refusal.message, refusal.details) : error;
      }
    });
  return [
    upload(uploadExpenses, 'expense'),
    upload(uploadPayments, 'payment'),
    serve(downloadExpenseExcel, async ({ request, query }) => ({
      success: true,
      data: await templateAddress(contextOf(services, request), kindAsked(query['isPayments'])),
    })),
  ];
}
