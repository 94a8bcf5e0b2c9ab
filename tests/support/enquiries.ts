import { urlOf } from '#contract/endpoint.ts';
import { countWaiting } from '#contract/calls/home.ts';
import * as calls from '#contract/calls/records.ts';
import type { PendingCounts } from '#contract/home.ts';
import type { Enquiry, HistoryRow, SeenRecord } from '#contract/record.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';

/** Records and enquiries over HTTP, as tests need them. */

type Sent = Record<string, string>;
const at = (id: string) => ({ parts: { id } });

export const read = (api: Api, id: string): Promise<Answer> => api.get(urlOf(calls.getRecord, at(id)));
export const seen = async (api: Api, id: string): Promise<SeenRecord> => dataOf<SeenRecord>(await read(api, id));
export const history = (api: Api, id: string): Promise<Answer> => api.get(urlOf(calls.recordHistory, at(id)));
export const told = async (api: Api, id: string): Promise<HistoryRow[]> => dataOf<HistoryRow[]>(await history(api, id));
export const about = (api: Api, id: string): Promise<Answer> => api.get(urlOf(calls.recordEnquiries, at(id)));
export const ask = (api: Api, id: string, question: unknown = 'Why so much?', headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.askEnquiry, at(id)), { question }, headers);
export const asked = async (api: Api, id: string, question?: unknown): Promise<Enquiry> =>
  dataOf<Enquiry>(await ask(api, id, question));
export const answer = (api: Api, id: string, text: unknown = 'Two months.', headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.answerEnquiry, at(id)), { answer: text }, headers);
export const close = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.closeEnquiry, at(id)), {}, headers);
export const mine = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(calls.searchMine) + query);
export const list = (api: Api, query = ''): Promise<Answer> => api.get(urlOf(calls.searchEnquiries) + query);
export const listed = async (api: Api, query = ''): Promise<{ rows: Enquiry[]; total: number }> => {
  const body = await list(api, query);
  return { rows: dataOf<Enquiry[]>(body), total: Number(body.body['totalElements']) };
};
export const waiting = async (api: Api): Promise<{ toAnswer: number; toClose: number }> =>
  dataOf<PendingCounts>(await api.get(urlOf(countWaiting))).enquiries;
