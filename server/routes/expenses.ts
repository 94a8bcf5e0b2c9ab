import { bulkManagerLocal, createLocalExpense, managerApproveLocal, managerRejectLocal, searchLocalExpenses, updateLocalExpense } from '#contract/calls/localExpenses.ts';
import { HEADERS } from '#contract/session.ts';
import { demandSelf } from '#server/policies/demand.ts';
import { serve, type Call, type Served } from '#server/plugins/endpoints.ts';
import type { Asked, Carried } from '#server/services/change.ts';
import * as search from '#server/services/claimSearch.ts';
import { contextOf, type Context } from '#server/services/context.ts';
import { decideLocalExpense, decideManyLocalExpenses } from '#server/services/decisions.ts';
import * as local from '#server/services/localExpenses.ts';
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

  return [
    serve(searchLocalExpenses, async ({ request, list }) => search.searchLocalExpenses(contextOf(services, request), list)),
    serve(createLocalExpense, changing((context, asked) => local.createLocalExpense(context, asked))),
    serve(updateLocalExpense, changing((context, asked, id) => local.updateLocalExpense(context, id, asked))),
    serve(managerApproveLocal, changing((context, asked, id) => decideLocalExpense(context, id, true, asked))),
    serve(managerRejectLocal, changing((context, asked, id) => decideLocalExpense(context, id, false, asked))),
    serve(bulkManagerLocal, changing((context, asked) => decideManyLocalExpenses(context, asked))),
  ];
}
