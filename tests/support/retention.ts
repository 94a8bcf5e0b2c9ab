import * as calls from '#contract/calls/retention.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Hold, PersonErasure, Retention, RetentionPlan } from '#contract/retention.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';

/** Retention over HTTP, as tests need it. */

type Sent = Record<string, string>;
const at = (entry: Parameters<typeof urlOf>[0], id: string): string => urlOf(entry, { parts: { id } });

export const read = (api: Api): Promise<Answer> => api.get(urlOf(calls.getRetention));
export const retentionOf = async (api: Api): Promise<Retention> => dataOf<Retention>(await read(api));
export const plan = (api: Api): Promise<Answer> => api.get(urlOf(calls.planRetention));
export const planFor = async (api: Api): Promise<RetentionPlan> => dataOf<RetentionPlan>(await plan(api));
export const save = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(urlOf(calls.saveRetention), body, headers);
export const holds = (api: Api, id: string): Promise<Answer> => api.get(at(calls.holdsOn, id));
export const setHold = (api: Api, id: string, reason: unknown = 'A dispute'): Promise<Answer> =>
  api.post(at(calls.setHold, id), { reason });
export const liftHold = (api: Api, id: string, reason: unknown = 'It is settled'): Promise<Answer> =>
  api.post(at(calls.liftHold, id), { reason });
export const holdsOf = (answer: Answer): Hold[] => dataOf<Hold[]>(answer);
export const planErasure = (api: Api, id: string): Promise<Answer> => api.get(at(calls.planErasure, id));
export const erasureOf = async (api: Api, id: string): Promise<PersonErasure> =>
  dataOf<PersonErasure>(await planErasure(api, id));
export const erase = (api: Api, id: string, seen: unknown): Promise<Answer> =>
  api.post(at(calls.erasePerson, id), { seen });
