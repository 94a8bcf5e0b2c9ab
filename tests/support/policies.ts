import * as calls from '#contract/calls/policy.ts';
import { readPolicies } from '#contract/calls/policyRead.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Policy, Policies } from '#contract/policy.ts';
import { SPECIFICATION } from '#domain/policyVersions.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';

/** The expense policy over HTTP, as tests need it. */

type Sent = Record<string, string>;
const path = (entry: Parameters<typeof urlOf>[0], id: string): string => urlOf(entry, { parts: { id } });

/** The specification's policy with changes. */
export const somePolicy = (changes: Partial<Policy> = {}): Policy => ({ ...SPECIFICATION, ...changes });

export const read = (api: Api): Promise<Answer> => api.get(urlOf(readPolicies));
export const policiesOf = async (api: Api): Promise<Policies> => dataOf<Policies>(await read(api));
export const create = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.createPolicy), body, headers);
export const update = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(path(calls.updatePolicy, id), body, headers);
export const remove = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(path(calls.removePolicy, id), {}, headers);
export const preview = (api: Api, policy: unknown): Promise<Answer> => api.post(urlOf(calls.previewPolicy), { policy });
export const history = (api: Api): Promise<Answer> => api.get(urlOf(calls.policyHistory));
