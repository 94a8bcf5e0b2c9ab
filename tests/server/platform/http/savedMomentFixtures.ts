import { urlOf } from '#contract/endpoint.ts';
import { recordHistory } from '#contract/calls/records.ts';
import type { HistoryRow } from '#contract/record.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';

let keys = 0;
export const newKey = (): string => `a-key-of-the-past-${(keys += 1)}`;
/** The server's word for what time it was, as it goes out with every answer. */
export const heard = async (api: Api): Promise<string> =>
  (await api.get('/api/v1/user/role')).headers.get(HEADERS.heardAt) ?? '';
export const said = (savedAt: number, heardAt: string, key = newKey()): Record<string, string> => ({
  [HEADERS.idempotencyKey]: key,
  [HEADERS.savedAt]: String(savedAt),
  [HEADERS.heardAt]: heardAt,
});
export const historyOf = async (employee: Api, id: string): Promise<HistoryRow[]> =>
  dataOf<HistoryRow[]>(await employee.get(urlOf(recordHistory, { parts: { id } })));
