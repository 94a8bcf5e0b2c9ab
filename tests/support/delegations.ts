import { urlOf } from '#contract/endpoint.ts';
import { createDelegation, endDelegation, listDelegations } from '#contract/calls/delegations.ts';
import { changeManager } from '#contract/calls/users.ts';
import type { Delegation, Delegations } from '#contract/delegation.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import { email, type PersonKey } from './people.ts';
import { inDays } from './trips.ts';

/** Stand-ins over HTTP, as tests need them. */

/** Names somebody from `from` to `to`, in days from today. */
export const name = (
  api: Api,
  standIn: PersonKey,
  [from, to]: readonly [number, number] = [0, 0],
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  api.post(urlOf(createDelegation), { standIn: email(standIn), from: inDays(from), to: inDays(to), ...more }, headers);
export const named = async (...input: Parameters<typeof name>): Promise<Delegation> =>
  dataOf<Delegation>(await name(...input));
export const end = (api: Api, id: string, headers: Record<string, string> = {}): Promise<Answer> =>
  api.post(urlOf(endDelegation, { parts: { id } }), {}, headers);
export const list = async (api: Api): Promise<Delegations> =>
  dataOf<Delegations>(await api.get(urlOf(listDelegations)));
export const moveTo = (api: Api, who: PersonKey, manager: PersonKey): Promise<Answer> =>
  api.put(urlOf(changeManager), { email: email(who), manager: email(manager) });
