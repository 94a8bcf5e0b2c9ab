import { randomUUID } from 'node:crypto';
import { uploadFile } from '#contract/calls/files.ts';
import { financeApproveLocal } from '#contract/calls/finance.ts';
import { createLocalExpense, managerApproveLocal, searchLocalExpenses } from '#contract/calls/localExpenses.ts';
import { usersByName } from '#contract/calls/users.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { HEADERS, PLATFORM } from '#contract/headers.ts';
import { encodeListQuery, type Filters } from '#contract/query.ts';
import type { Shot } from '../support/load.ts';
import { employeeEmail, employeeId, tokenOf } from './fill.ts';

/** Requests as the app makes them. */

export const headersOf = (personId: string): Record<string, string> => ({
  [HEADERS.token]: tokenOf(personId),
  [HEADERS.platform]: PLATFORM,
  accept: 'application/json',
});

export const listShot = (personId: string, filters: Filters): Shot => ({
  method: 'GET',
  path: urlOf(searchLocalExpenses, { list: encodeListQuery({ filters }) }),
  headers: headersOf(personId),
});

/** An employee's first page; neighbours in `n` are strangers in the table. */
export const ownPage = (n: number): Shot => listShot(employeeId(n * 7), { USER_EMAIL: [employeeEmail(n * 7)] });

export const lookUpShot = (personId: string, text: string): Shot => ({
  method: 'GET',
  path: urlOf(usersByName, { query: { query: text } }),
  headers: headersOf(personId),
});

/**
 * Yesterday noon in the organisation's time zone is always a day that may be claimed, but on 1 April: then today is
 * meant.
 */
const expenseDate = Date.now() - 3_600_000;

export const submission = (personId: string, fingerPrint: string, n: number): Shot => ({
  method: 'POST',
  path: urlOf(createLocalExpense),
  headers: { ...headersOf(personId), 'content-type': 'application/json', [HEADERS.idempotencyKey]: randomUUID() },
  body: JSON.stringify({
    localExpenseType: 'OTHERS',
    expenseDate,
    claimAmount: 100 + (n % 900),
    remarks: `Taxi to the client, run ${n}`,
    billUrl: [fingerPrint],
  }),
});

const decision = (entry: Endpoint, personId: string, id: string, body: object): Shot => ({
  method: entry.method,
  path: urlOf(entry, { query: { id } }),
  headers: { ...headersOf(personId), 'content-type': 'application/json', [HEADERS.idempotencyKey]: randomUUID() },
  body: JSON.stringify(body),
});

export const managerApproval = (personId: string, id: string): Shot =>
  decision(managerApproveLocal, personId, id, { managerApprovedAmount: 100 });
export const financeApproval = (personId: string, id: string): Shot =>
  decision(financeApproveLocal, personId, id, { approvedAmount: 100 });

export function upload(personId: string, bytes: Buffer): Shot {
  const boundary = 'bench-boundary';
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bill.jpg"\r\n` +
      'content-type: image/jpeg\r\n\r\n',
  );
  return {
    method: 'POST',
    path: urlOf(uploadFile),
    headers: { ...headersOf(personId), 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([head, bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
