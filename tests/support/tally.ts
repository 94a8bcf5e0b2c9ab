import * as calls from '#contract/calls/tally.ts';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { downloadExpenseExcel, uploadExpenses, uploadPayments } from '#contract/calls/sheets.ts';
import type { SheetAnswer } from '#contract/sheets.ts';
import type {
  LedgerMapping,
  TallyAnswered,
  TallyBatch,
  TallyBatchMade,
  TallyCandidate,
  TallyChanged,
  TallyVoucher,
} from '#contract/tally.ts';
import { writeXlsx } from 'hucre/xlsx';
import type { Answer, Api } from './api.ts';
import { approve, dataOf, file } from './expenses.ts';
import { idOf, type PersonKey } from './people.ts';
import { NOW, type TestServer } from './server.ts';

/** Tally and the sheets of finance's documents over HTTP, as tests need them. */

type Sent = Record<string, string>;
const at = (entry: Endpoint, id: string): string => urlOf(entry, { parts: { id } });

export const batches = (api: Api, query = ''): Promise<Answer> =>
  api.get(`${urlOf(calls.listTallyBatches)}?pageSize=25${query}`);
export const candidates = (api: Api, query = ''): Promise<Answer> =>
  api.get(`${urlOf(calls.listTallyCandidates)}?pageSize=100${query}`);
export const make = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.makeTallyBatch), body, headers);
export const batch = (api: Api, id: string): Promise<Answer> => api.get(at(calls.getTallyBatch, id));
export const vouchers = (api: Api, id: string, query = ''): Promise<Answer> =>
  api.get(`${at(calls.listTallyVouchers, id)}?pageSize=100${query}`);
export const history = (api: Api, id: string): Promise<Answer> => api.get(at(calls.tallyBatchHistory, id));
export const exported = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(at(calls.exportTallyBatch, id), undefined, headers);
export const mark = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(at(calls.markTallyVouchers, id), body, headers);
export const release = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(at(calls.releaseTallyVouchers, id), body, headers);
export const ledgers = (api: Api): Promise<Answer> => api.get(urlOf(calls.getLedgerMapping));
export const saveLedgers = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(urlOf(calls.saveLedgerMapping), body, headers);

export const madeOf = (answer: Answer): TallyBatchMade => dataOf<TallyBatchMade>(answer);
export const batchOf = (answer: Answer): TallyBatch => dataOf<TallyBatch>(answer);
export const changedOf = (answer: Answer): TallyChanged => dataOf<TallyChanged>(answer);
export const answeredOf = (answer: Answer): TallyAnswered => dataOf<TallyAnswered>(answer);
export const mappingOf = (answer: Answer): LedgerMapping => dataOf<LedgerMapping>(answer);
export const candidatesOf = (answer: Answer): TallyCandidate[] => dataOf<TallyCandidate[]>(answer);
export const vouchersOf = (answer: Answer): TallyVoucher[] => dataOf<TallyVoucher[]>(answer);

export const answerWith = (api: Api, id: string, xml: string | Uint8Array): Promise<Answer> =>
  api.upload(typeof xml === 'string' ? Buffer.from(xml) : xml, 'answer.xml', {}, at(calls.answerTallyBatch, id));
export const expenses = (api: Api, bytes: Uint8Array): Promise<Answer> =>
  api.upload(bytes, 'Expense.xlsx', {}, urlOf(uploadExpenses));
export const payments = (api: Api, bytes: Uint8Array): Promise<Answer> =>
  api.upload(bytes, 'Payment.xlsx', {}, urlOf(uploadPayments));
export const template = (api: Api, isPayments: boolean): Promise<Answer> =>
  api.get(urlOf(downloadExpenseExcel, { query: { isPayments: String(isPayments) } }));

export const sheetOf = (answer: Answer): SheetAnswer => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as unknown as SheetAnswer;
};

type Cell = string | number | boolean | Date | null;
export const xlsx = (rows: Cell[][]): Promise<Uint8Array> => writeXlsx({ sheets: [{ name: 'Sheet1', rows }] });
export const EXPENSE_HEAD = ['Expense Id', 'Approved Amount', 'Ledger', 'Cost Centre', 'Narration'];
export const PAYMENT_HEAD = ['Expense Id', 'Paid Amount', 'Payment Date', 'Reference'];

/** What finance decides, written where it stands: how finance decides is tried elsewhere. */
export async function financeApproved(
  server: TestServer,
  ids: readonly string[],
  more: { paise?: number; at?: number } = {},
): Promise<void> {
  const { at: decidedAt = NOW, paise } = more;
  await server.database.db
    .updateTable('claims')
    .set((eb) => ({
      finance_status: 'FINANCE_APPROVED',
      finance_amount: paise ?? eb.ref('manager_amount'),
      finance_decided_at: decidedAt,
      finance_decided_by: idOf('finance'),
    }))
    .where('id', 'in', [...ids])
    .execute();
}

/** Claims of `employee`, approved by their manager, and by finance unless said otherwise. */
export async function approvedClaims(
  server: TestServer,
  count: number,
  {
    who = 'employee',
    amount = 450.5,
    byFinance = true,
  }: { who?: PersonKey; amount?: number; byFinance?: boolean } = {},
): Promise<string[]> {
  const [owner, manager] = [await server.as(who), await server.as('manager')];
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { expenseId } = await file(owner, { claimAmount: amount });
    dataOf(await approve(manager, expenseId, { managerApprovedAmount: amount }));
    ids.push(expenseId);
  }
  if (byFinance) await financeApproved(server, ids);
  return ids;
}
