import { urlOf } from '#contract/endpoint.ts';
import {
  bulkManagerConveyance,
  intakeConveyance,
  managerApproveConveyance,
  managerRejectConveyance,
  searchConveyance,
  updateConveyance,
} from '#contract/calls/conveyance.ts';
import type { Conveyance, IntakeResult } from '#contract/expense.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import { email, type PersonKey } from './people.ts';
import type { TestServer } from './server.ts';
import { inDays } from './trips.ts';

/** Conveyance claims over HTTP, as tests need them. */

export const KEY = 'sales-app-of-the-tests-7Zt2Lm8Xr4Np6Bd1';

type Sent = Record<string, string>;

let trips = 0;

/** A good row of the sales app; `changes` make it another one. */
export function intakeRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  trips += 1;
  return {
    externalId: `SALES-${String(trips).padStart(4, '0')}`,
    employeeEmail: email('employee'),
    clientName: 'Kaveri Foods',
    fromLocation: 'Indiranagar',
    toLocation: 'Peenya',
    travelDate: inDays(-2),
    conveyanceType: 'CAB',
    distanceTravelled: 18.4,
    claimAmount: 412.5,
    ...changes,
  };
}

/** Hands rows in with the key of the sales app, or with another one. */
export const handIn = (server: TestServer, rows: unknown, headers: Sent = { 'x-api-key': KEY }): Promise<Answer> =>
  server.with(null).post(urlOf(intakeConveyance), rows, { platform: '', ...headers });
export const taken = (answer: Answer): IntakeResult => dataOf<IntakeResult>(answer);

export const update = (api: Api, tripId: string, body: Record<string, unknown>, headers: Sent = {}): Promise<Answer> =>
  api.put(urlOf(updateConveyance), { tripId, ...body }, headers);
export const approve = (api: Api, id: string, body: unknown = { managerApprovedAmount: 1 }): Promise<Answer> =>
  api.post(urlOf(managerApproveConveyance, { query: { id } }), body);
export const reject = (api: Api, id: string, body: unknown = { managerRemarks: 'No' }): Promise<Answer> =>
  api.post(urlOf(managerRejectConveyance, { query: { id } }), body);
export const bulk = (api: Api, body: unknown): Promise<Answer> => api.post(urlOf(bulkManagerConveyance), body);
export const search = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(searchConveyance) + query);

export interface FoundConveyance {
  results: { content: Conveyance[]; totalElements: number };
  summary: Record<string, number>;
}
export const found = async (api: Api, query = ''): Promise<FoundConveyance> =>
  dataOf<FoundConveyance>(await search(api, query));

/** A claim of that person, as the list of its owner has it. */
export async function claimOf(
  server: TestServer,
  who: PersonKey = 'employee',
  changes: Record<string, unknown> = {},
): Promise<Conveyance> {
  const { done, refused } = taken(await handIn(server, [intakeRow({ employeeEmail: email(who), ...changes })]));
  const tripId = done[0]?.tripId;
  const api = await server.as(who);
  for (let page = 0; ; page += 1) {
    const { content } = (await found(api, `&pageSize=100&pageNumber=${page}`)).results;
    const claim = content.find((row) => row.tripId === tripId);
    if (claim) return claim;
    if (content.length === 0) throw new Error(JSON.stringify(refused));
  }
}
