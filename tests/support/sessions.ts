import * as calls from '#contract/calls/sessions.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { LivingSession } from '#contract/session.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';

/** Sessions of people over HTTP, as tests need them. */

type Sent = Record<string, string>;

export const list = (api: Api): Promise<Answer> => api.get(urlOf(calls.listUserSessions));
export const rowsOf = (answer: Answer): LivingSession[] => dataOf<LivingSession[]>(answer);
export const end = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.endUserSession, { parts: { id } }), {}, headers);
export const endOthers = (api: Api): Promise<Answer> => api.post(urlOf(calls.endOtherSessions), {});
export const listOf = (api: Api, personId: string): Promise<Answer> =>
  api.get(urlOf(calls.listPersonSessions, { parts: { id: personId } }));
export const endOf = (api: Api, personId: string): Promise<Answer> =>
  api.post(urlOf(calls.endPersonSessions, { parts: { id: personId } }), {});

/** The id of the session that asks. */
export async function idOfSession(api: Api): Promise<string> {
  const own = rowsOf(await list(api)).find(({ current }) => current);
  if (!own) throw new Error('The session that asks is not listed');
  return own.sessionId;
}
