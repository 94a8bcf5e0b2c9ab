import { countWaiting, sumOwed } from '#contract/calls/home.ts';
import { changeManager } from '#contract/calls/users.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { changing } from '#server/platform/idempotency/changing.ts';
import { changeManagerOf } from './managers.ts';
import * as pending from './pending.ts';
import { serve, type Served, type Call, type Handler } from '#server/platform/http/endpoints.ts';
import { contextOf } from '#server/platform/http/context.ts';
import type { Services } from '#server/platform/http/services.ts';
import {
  bulkManagerConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  searchConveyance,
  updateConveyance,
} from '#contract/calls/conveyance.ts';
import {
  bulkFinanceConveyance,
  bulkFinanceLocal,
  bulkFinanceTravel,
  financeApproveConveyance,
  financeApproveLocal,
  financeApproveTravel,
  financeRejectConveyance,
  financeRejectLocal,
  financeRejectTravel,
  reviveConveyance,
  reviveLocal,
  reviveTravel,
} from '#contract/calls/finance.ts';
import {
  bulkManagerLocal,
  createLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  searchLocalExpenses,
  updateLocalExpense,
  withdrawLocalExpense,
} from '#contract/calls/localExpenses.ts';
import {
  bulkManagerTravel,
  createTravelExpense,
  managerApproveTravel,
  managerRejectTravel,
  searchTravelExpenses,
  searchTravelTrips,
  updateTravelExpense,
  withdrawTravelExpense,
} from '#contract/calls/travelExpenses.ts';
import { invalidRequest } from '#server/platform/base/errors.ts';
import type { CommandRequest } from '#server/platform/idempotency/change.ts';
import { decideClaim, decideManyClaims } from './decisions.ts';
import { conveyances } from '#server/modules/conveyance/index.ts';
import { updateClaim, withdrawClaim, listClaims, type ClaimDefinition } from '#server/modules/claims/index.ts';
import { localExpenses, createLocalExpense as fileLocalExpense } from '#server/modules/localExpenses/index.ts';
import {
  travelExpenses,
  createTravelExpense as fileTravelExpense,
  searchTravelTrips as findTravelTrips,
} from '#server/modules/travelExpenses/index.ts';
import { decideForFinance, decideManyForFinance, reviveClaim } from '#server/modules/finance/index.ts';

/** What waits for whom, and who decides it. */
export const approvalCalls = (services: Services): Served[] => [
  serve(searchWaiting, async ({ request, list }) => pending.searchWaiting(contextOf(services, request), list)),
  serve(changeManager, changing(services, changeManagerOf)),
  // What the home page shows. Both are of the session's person alone: nobody is named.
  serve(countWaiting, async ({ request }) => ({
    success: true,
    data: await pending.countWaiting(contextOf(services, request)),
  })),
  serve(sumOwed, async ({ request }) => ({ success: true, data: await pending.owedTo(contextOf(services, request)) })),
];

const idOf = (asked: CommandRequest): string => asked.query['id'] ?? '';

/** A conveyance claim is named by the body that changes it. */
function tripIdOf({ body }: CommandRequest): string {
  const id = typeof body === 'object' && body !== null && 'tripId' in body ? body.tripId : undefined;
  if (typeof id !== 'string' || id === '') throw invalidRequest('tripId is missing.', { tripId: 'tripId is missing.' });
  return id;
}

/** `/api/v1/allExpense/…`: claims of every kind; calls of one path differ by primaryExpenseType. */
export function expenseCalls(services: Services): Served[] {
  const searching =
    (kind: ClaimDefinition) =>
    async ({ request, list }: Call): Promise<unknown> =>
      listClaims(contextOf(services, request), kind, list);
  const updating = (kind: ClaimDefinition): Handler =>
    changing(services, (context, asked) => updateClaim(context, kind, idOf(asked), asked));
  const withdrawing = (kind: ClaimDefinition): Handler =>
    changing(services, (context, asked) => withdrawClaim(context, kind, idOf(asked), asked));
  const deciding = (kind: ClaimDefinition, approve: boolean): Handler =>
    changing(services, (context, asked) => decideClaim(context, kind, idOf(asked), approve, asked));
  const decidingMany = (kind: ClaimDefinition): Handler =>
    changing(services, (context, asked) => decideManyClaims(context, kind, asked));
  const settling = (kind: ClaimDefinition, approve: boolean): Handler =>
    changing(services, (context, asked) => decideForFinance(context, kind, idOf(asked), approve, asked));
  const settlingMany = (kind: ClaimDefinition): Handler =>
    changing(services, (context, asked) => decideManyForFinance(context, kind, asked));
  const reviving = (kind: ClaimDefinition): Handler =>
    changing(services, (context, asked) => reviveClaim(context, kind, asked.query['expenseId'] ?? '', asked));

  return [
    serve(searchLocalExpenses, searching(localExpenses)),
    serve(createLocalExpense, changing(services, fileLocalExpense)),
    serve(updateLocalExpense, updating(localExpenses)),
    serve(withdrawLocalExpense, withdrawing(localExpenses)),
    serve(managerApproveLocal, deciding(localExpenses, true)),
    serve(managerRejectLocal, deciding(localExpenses, false)),
    serve(bulkManagerLocal, decidingMany(localExpenses)),
    serve(financeApproveLocal, settling(localExpenses, true)),
    serve(financeRejectLocal, settling(localExpenses, false)),
    serve(bulkFinanceLocal, settlingMany(localExpenses)),
    serve(reviveLocal, reviving(localExpenses)),

    serve(searchTravelTrips, async ({ request, list }) => findTravelTrips(contextOf(services, request), list)),
    serve(searchTravelExpenses, searching(travelExpenses)),
    serve(
      createTravelExpense,
      changing(services, (context, asked) => fileTravelExpense(context, idOf(asked), asked)),
    ),
    serve(updateTravelExpense, updating(travelExpenses)),
    serve(withdrawTravelExpense, withdrawing(travelExpenses)),
    serve(managerApproveTravel, deciding(travelExpenses, true)),
    serve(managerRejectTravel, deciding(travelExpenses, false)),
    serve(bulkManagerTravel, decidingMany(travelExpenses)),
    serve(financeApproveTravel, settling(travelExpenses, true)),
    serve(financeRejectTravel, settling(travelExpenses, false)),
    serve(bulkFinanceTravel, settlingMany(travelExpenses)),
    serve(reviveTravel, reviving(travelExpenses)),

    serve(searchConveyance, searching(conveyances)),
    serve(
      updateConveyance,
      changing(services, (context, asked) => updateClaim(context, conveyances, tripIdOf(asked), asked)),
    ),
    serve(managerApproveConveyance, deciding(conveyances, true)),
    serve(managerRejectConveyance, deciding(conveyances, false)),
    serve(bulkManagerConveyance, decidingMany(conveyances)),
    serve(financeApproveConveyance, settling(conveyances, true)),
    serve(financeRejectConveyance, settling(conveyances, false)),
    serve(bulkFinanceConveyance, settlingMany(conveyances)),
    serve(reviveConveyance, reviving(conveyances)),
  ];
}
