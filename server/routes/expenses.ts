import { bulkManagerLocal, createLocalExpense, managerApproveLocal, managerRejectLocal, searchLocalExpenses, updateLocalExpense, withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { HEADERS } from '#contract/session.ts';
import type { ClaimKind } from '#server/claims/kind.ts';
import { localExpenses } from '#server/claims/localExpense.ts';
import { demandSelf } from '#server/policies/demand.ts';
import { serve, type Call, type Served } from '#server/plugins/endpoints.ts';
import type { Asked, Carried } from '#server/services/change.ts';
import { updateClaim, withdrawClaim } from '#server/services/claims.ts';
import { listClaims } from '#server/services/claimSearch.ts';
import { contextOf, type Context } from '#server/services/context.ts';
import { decideClaim, decideManyClaims } from '#server/services/decisions.ts';
import { createLocalExpense as fileLocalExpense } from '#server/services/localExpenses.ts';
import type { Services } from '#server/services/services.ts';

/** `/api/v1/allExpense/…`: claims of every kind; calls of one path differ by primaryExpenseType. */
export function expenseCalls(services: Services): Served[] {
  /** A call that changes something: who asks is checked, the answer says whether it is a replay. */
  const changing = (run: (context: Context, asked: Asked, id: string) => Promise<Carried>) => async ({ request, reply, entry, query }: Call): Promise<string> => {
    const context = contextOf(services, request, true);
    demandSelf(context.actor, query['email']);
    const { body, replayed } = await run(context, { method: entry.method, path: entry.path, query, body: request.body }, query['id'] ?? '');
    if (replayed) reply.header(HEADERS.idempotencyReplayed, 'true');
    return body;
  };

  const searching = (kind: ClaimKind) => async ({ request, list }: Call): Promise<unknown> => listClaims(contextOf(services, request), kind, list);
  const updating = (kind: ClaimKind) => changing((context, asked, id) => updateClaim(context, kind, id, asked));
  const withdrawing = (kind: ClaimKind) => changing((context, asked, id) => withdrawClaim(context, kind, id, asked));
  const deciding = (kind: ClaimKind, approve: boolean) => changing((context, asked, id) => decideClaim(context, kind, id, approve, asked));
  const decidingMany = (kind: ClaimKind) => changing((context, asked) => decideManyClaims(context, kind, asked));

  return [
    serve(searchLocalExpenses, searching(localExpenses)),
    serve(createLocalExpense, changing((context, asked) => fileLocalExpense(context, asked))),
    serve(updateLocalExpense, updating(localExpenses)),
    serve(withdrawLocalExpense, withdrawing(localExpenses)),
    serve(managerApproveLocal, deciding(localExpenses, true)),
    serve(managerRejectLocal, deciding(localExpenses, false)),
    serve(bulkManagerLocal, decidingMany(localExpenses)),
  ];
}
