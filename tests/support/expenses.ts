import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import {
  bulkManagerLocal,
  createLocalExpense,
  managerApproveLocal,
  managerRejectLocal,
  searchLocalExpenses,
  updateLocalExpense,
} from '#contract/calls/localExpenses.ts';
import type { LocalExpense } from '#contract/expense.ts';
import type { Answer, Api } from './api.ts';
import { NOW } from './server.ts';

/** Local expenses over HTTP, as tests need them. */

export const DAY = 86_400_000;

let bills = 0;

/** The body of a good local expense; `changes` make it another one. */
export function expenseBody(fingerPrint: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    localExpenseType: 'OTHERS',
    expenseDate: NOW - DAY,
    claimAmount: 450.5,
    remarks: 'Taxi to the client',
    billUrl: [fingerPrint],
    ...changes,
  };
}

export const dataOf = <T = LocalExpense>(answer: Answer): T => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body['data'] as T;
};

type Sent = Record<string, string>;
const withId = (entry: Endpoint, id: string): string => urlOf(entry, { query: { id } });

export const create = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(createLocalExpense), body, headers);
export const update = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(withId(updateLocalExpense, id), body, headers);
export const approve = (
  api: Api,
  id: string,
  body: unknown = { managerApprovedAmount: 1 },
  headers: Sent = {},
): Promise<Answer> => api.post(withId(managerApproveLocal, id), body, headers);
export const reject = (
  api: Api,
  id: string,
  body: unknown = { managerRemarks: 'No' },
  headers: Sent = {},
): Promise<Answer> => api.post(withId(managerRejectLocal, id), body, headers);
export const bulk = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(bulkManagerLocal), body, headers);

/** Files a good expense with a bill of its own and answers it. */
export async function file(api: Api, changes: Record<string, unknown> = {}): Promise<LocalExpense> {
  bills += 1;
  const fingerPrint = await api.bill(`bill ${bills}`);
  return dataOf(await create(api, expenseBody(fingerPrint, changes)));
}

export const search = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(searchLocalExpenses) + query);

export interface Found {
  results: { content: LocalExpense[]; totalElements: number };
  summary: { ACCEPTED_COUNT: number; ACCEPTED_AMOUNT: number; PENDING_COUNT: number; PENDING_AMOUNT: number };
}
export const found = async (api: Api, query = ''): Promise<Found> => dataOf<Found>(await search(api, query));

/** The claim as its owner's list has it now. */
export async function own(api: Api, id: string): Promise<LocalExpense> {
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = (await found(api, `&pageSize=100&pageNumber=${page}`)).results;
    const claim = content.find((row) => row.expenseId === id);
    if (claim) return claim;
    if ((page + 1) * 100 >= totalElements) throw new Error(`${id} is not on the list`);
  }
}
