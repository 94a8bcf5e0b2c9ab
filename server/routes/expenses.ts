import { bulkManagerLocal, createLocalExpense, managerApproveLocal, managerRejectLocal, searchLocalExpenses, updateLocalExpense, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import type { ClaimKind } from '#server/claims/kind.ts';
import { localExpenses } from '#server/claims/localExpense.ts';
import { serve, type Call, type Handler, type Served } from '#server/plugins/endpoints.ts';
import type { Asked } from '#server/services/change.ts';
import { updateClaim, withdrawClaim } from '#server/services/claims.ts';
import { listClaims } from '#server/services/claimSearch.ts';
import { contextOf } from '#server/services/context.ts';
import { decideClaim, decideManyClaims } from '#server/services/decisions.ts';
import { createLocalExpense as fileLocalExpense } from '#server/services/localExpenses.ts';
import type { Services } from '#server/services/services.ts';
import { changing } from './changing.ts';

const idOf = (asked: Asked): string => asked.query['id'] ?? '';

/** `/api/v1/allExpense/…`: claims of every kind; calls of one path differ by primaryExpenseType. */
export function expenseCalls(services: Services): Served[] {
  const searching = (kind: ClaimKind) => async ({ request, list }: Call): Promise<unknown> => listClaims(contextOf(services, request), kind, list);
  const updating = (kind: ClaimKind): Handler => changing(services, (context, asked) => updateClaim(context, kind, idOf(asked), asked));
  const withdrawing = (kind: ClaimKind): Handler => changing(services, (context, asked) => withdrawClaim(context, kind, idOf(asked), asked));
  const deciding = (kind: ClaimKind, approve: boolean): Handler => changing(services, (context, asked) => decideClaim(context, kind, idOf(asked), approve, asked));
  const decidingMany = (kind: ClaimKind): Handler => changing(services, (context, asked) => decideManyClaims(context, kind, asked));

  return [
    serve(searchLocalExpenses, searching(localExpenses)),
    serve(createLocalExpense, changing(services, fileLocalExpense)),
    serve(updateLocalExpense, updating(localExpenses)),
    serve(withdrawLocalExpense, withdrawing(localExpenses)),
    serve(managerApproveLocal, deciding(localExpenses, true)),
    serve(managerRejectLocal, deciding(localExpenses, false)),
    serve(bulkManagerLocal, decidingMany(localExpenses)),
  ];
}
