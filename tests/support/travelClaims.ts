import { urlOf } from '#contract/endpoint.ts';
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
import type { TravelExpense, TripWithClaims } from '#contract/expense.ts';
import type { Trip } from '#contract/trip.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import { idOf, type PersonKey } from './people.ts';
import { NOW, type TestServer } from './server.ts';
import { create as createTrip, inDays, tripBody } from './trips.ts';

/** Travel claims over HTTP, as tests need them. */

type Sent = Record<string, string>;

/** The columns of a trip that manager and admin have approved. */
export const APPROVED = {
  manager_status: 'MANAGER_APPROVED',
  manager_decided_at: NOW,
  manager_decided_by: idOf('manager'),
  admin_status: 'ADMIN_APPROVED',
  admin_decided_at: NOW,
  admin_decided_by: idOf('admin'),
} as const;

/** Puts a trip into a state that others would bring it to. */
export const putTrip = (server: TestServer, id: string, columns: Record<string, unknown>) =>
  server.database.db.updateTable('trips').set(columns).where('id', '=', id).execute();

/** A trip of that person from four days ago to yesterday, approved by both unless said otherwise. */
export async function goneTrip(
  server: TestServer,
  who: PersonKey = 'employee',
  changes: Record<string, unknown> = {},
  columns: Record<string, unknown> = APPROVED,
): Promise<string> {
  const trip = dataOf<Trip>(
    await createTrip(await server.as(who), tripBody({ startDate: inDays(-4), endDate: inDays(-1), ...changes })),
  );
  if (Object.keys(columns).length > 0) await putTrip(server, trip.tripId, columns);
  return trip.tripId;
}

/** The body of a good travel claim; `changes` make it another one. */
export const travelBody = (fingerPrint: string, changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  expenseDate: inDays(-2),
  travelExpenseType: 'CONVEYANCE',
  claimAmount: 320.5,
  remarks: 'Auto to the client',
  billUrl: [fingerPrint],
  ...changes,
});

export const create = (api: Api, tripId: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(createTravelExpense, { query: { id: tripId } }), body, headers);
export const update = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(urlOf(updateTravelExpense, { query: { id } }), body, headers);
export const withdraw = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(withdrawTravelExpense, { query: { id } }), undefined, headers);
export const approve = (
  api: Api,
  id: string,
  body: unknown = { managerApprovedAmount: 1 },
  headers: Sent = {},
): Promise<Answer> => api.post(urlOf(managerApproveTravel, { query: { id } }), body, headers);
export const reject = (
  api: Api,
  id: string,
  body: unknown = { managerRemarks: 'No' },
  headers: Sent = {},
): Promise<Answer> => api.post(urlOf(managerRejectTravel, { query: { id } }), body, headers);
export const bulk = (api: Api, body: unknown): Promise<Answer> => api.post(urlOf(bulkManagerTravel), body);
export const search = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(searchTravelExpenses) + query);
export const searchTrips = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(searchTravelTrips) + query);

let bills = 0;

/** Files a good claim with a bill of its own and answers it. */
export async function file(api: Api, tripId: string, changes: Record<string, unknown> = {}): Promise<TravelExpense> {
  bills += 1;
  return dataOf<TravelExpense>(await create(api, tripId, travelBody(await api.bill(`travel bill ${bills}`), changes)));
}

/** The trips of a list's answer. */
export const tripsOf = (answer: Answer): TripWithClaims[] =>
  (answer.body['content'] as { tripIdResponseList: TripWithClaims[] }[])[0]?.tripIdResponseList ?? [];
