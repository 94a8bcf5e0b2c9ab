import { reviveLocal } from '#contract/calls/finance.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Answer, Api } from './api.ts';

export const revive = (api: Api, id: string): Promise<Answer> => api.post(urlOf(reviveLocal, { query: { expenseId: id } }));
