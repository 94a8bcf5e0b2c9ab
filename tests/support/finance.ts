import { urlOf, type Endpoint } from '#contract/endpoint.ts';
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
import { searchConveyance } from '#contract/calls/conveyance.ts';
import { searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { searchTravelExpenses } from '#contract/calls/travelExpenses.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import type { Summary } from '#contract/paging.ts';
import type { Answer, Api } from './api.ts';
import * as rides from './conveyance.ts';
import { approve as approveLocal, dataOf, file as fileLocal } from './expenses.ts';
import type { PersonKey } from './people.ts';
import type { TestServer } from './server.ts';
import * as travel from './travelClaims.ts';

/** What finance does, over HTTP, for the claims of each kind alike. */

type Sent = Record<string, string>;
export type AnyClaim = LocalExpense | TravelExpense | Conveyance;
/** A conveyance claim goes by the name of its trip. */
export const idOfClaim = (claim: AnyClaim): string => ('conveyanceType' in claim ? claim.tripId : claim.expenseId);

export interface FinanceCalls {
  approve: Endpoint;
  reject: Endpoint;
  bulk: Endpoint;
  revive: Endpoint;
  search: Endpoint;
  /** Files a claim of `claimed` rupees, and has the manager approve `approved` of them. */
  approved(server: TestServer, who: PersonKey, claimed: number, approved: number): Promise<AnyClaim>;
}

/** The trip on which each person claims. */
const trips = new WeakMap<TestServer, Map<PersonKey, string>>();
async function tripOf(server: TestServer, who: PersonKey): Promise<string> {
  const known = trips.get(server) ?? new Map<PersonKey, string>();
  trips.set(server, known);
  const trip = known.get(who) ?? (await travel.goneTrip(server, who));
  known.set(who, trip);
  return trip;
}

export const CALLS = {
  local: {
    approve: financeApproveLocal,
    reject: financeRejectLocal,
    bulk: bulkFinanceLocal,
    revive: reviveLocal,
    search: searchLocalExpenses,
    async approved(server, who, claimed, approved) {
      const claim = await fileLocal(await server.as(who), { claimAmount: claimed });
      return dataOf(
        await approveLocal(await server.as(who === 'employee3' ? 'manager2' : 'manager'), claim.expenseId, {
          managerApprovedAmount: approved,
        }),
      );
    },
  },
  travel: {
    approve: financeApproveTravel,
    reject: financeRejectTravel,
    bulk: bulkFinanceTravel,
    revive: reviveTravel,
    search: searchTravelExpenses,
    async approved(server, who, claimed, approved) {
      const claim = await travel.file(await server.as(who), await tripOf(server, who), { claimAmount: claimed });
      return dataOf<TravelExpense>(
        await travel.approve(await server.as('manager'), claim.expenseId, { managerApprovedAmount: approved }),
      );
    },
  },
  conveyance: {
    approve: financeApproveConveyance,
    reject: financeRejectConveyance,
    bulk: bulkFinanceConveyance,
    revive: reviveConveyance,
    search: searchConveyance,
    async approved(server, who, claimed, approved) {
      const claim = await rides.claimOf(server, who, { claimAmount: claimed });
      return dataOf<Conveyance>(
        await rides.approve(await server.as('manager'), claim.tripId, { managerApprovedAmount: approved }),
      );
    },
  },
} as const satisfies Record<string, FinanceCalls>;
export type FinanceKind = keyof typeof CALLS;
export const FINANCE_KINDS = Object.keys(CALLS) as FinanceKind[];

export const approve = (
  api: Api,
  kind: FinanceKind,
  id: string,
  body: unknown = {},
  headers: Sent = {},
): Promise<Answer> => api.post(urlOf(CALLS[kind].approve, { query: { id } }), body, headers);
export const reject = (
  api: Api,
  kind: FinanceKind,
  id: string,
  body: unknown = { financeRemarks: 'No' },
  headers: Sent = {},
): Promise<Answer> => api.post(urlOf(CALLS[kind].reject, { query: { id } }), body, headers);
export const bulk = (api: Api, kind: FinanceKind, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(CALLS[kind].bulk), body, headers);
export const revive = (
  api: Api,
  kind: FinanceKind,
  id: string,
  headers: Sent = {},
  financeMailId?: string,
): Promise<Answer> =>
  api.post(urlOf(CALLS[kind].revive, { query: { expenseId: id, financeMailId } }), undefined, headers);

export interface FinanceList {
  results: { content: AnyClaim[]; totalElements: number };
  summary: Summary;
}
export const list = async (api: Api, kind: FinanceKind, query = ''): Promise<FinanceList> =>
  dataOf<FinanceList>(await api.get(urlOf(CALLS[kind].search) + query));
