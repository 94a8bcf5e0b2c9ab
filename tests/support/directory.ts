import { urlOf } from '#contract/endpoint.ts';
import * as calls from '#contract/calls/people.ts';
import type { DirectoryPerson, DirectoryRow, PersonBody } from '#contract/people.ts';
import type { Answer, Api } from './api.ts';
import { dataOf } from './expenses.ts';
import { email, idOf, type PersonKey } from './people.ts';

/** The directory over HTTP, as tests need it. */

/** A person who may be put in; `changes` make another one. */
export const somebody = (changes: Partial<PersonBody> = {}): PersonBody => ({
  name: 'Zubin Irani',
  email: 'zubin@example.com',
  employeeCode: 'KH9001',
  manager: email('manager'),
  roles: [],
  costCentre: 'Field Sales South',
  grade: 'M2',
  baseLocation: 'Pune',
  joinedOn: null,
  ...changes,
});

type Sent = Record<string, string>;
const path = (entry: Parameters<typeof urlOf>[0], id: string): string => urlOf(entry, { parts: { id } });

export const list = (api: Api, query = 'pageSize=100&pageNumber=0'): Promise<Answer> =>
  api.get(`${urlOf(calls.listPeople)}?${query}`);
export const rowsOf = (answer: Answer): DirectoryRow[] => dataOf<DirectoryRow[]>(answer);
export const get = (api: Api, id: string): Promise<Answer> => api.get(path(calls.getPerson, id));
export const history = (api: Api, id: string): Promise<Answer> => api.get(path(calls.personHistory, id));
export const reports = (api: Api, id: string): Promise<Answer> =>
  api.get(`${path(calls.listReports, id)}?pageSize=100&pageNumber=0`);
export const create = (api: Api, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.post(urlOf(calls.createPerson), body, headers);
export const update = (api: Api, id: string, body: unknown, headers: Sent = {}): Promise<Answer> =>
  api.put(path(calls.updatePerson, id), body, headers);
export const preview = (api: Api, id: string): Promise<Answer> => api.get(path(calls.previewLeaving, id));
export const leave = (api: Api, id: string, successor: string | null = null): Promise<Answer> =>
  api.post(path(calls.leavePerson, id), { successor });
export const resetSignIn = (api: Api, id: string, headers: Sent = {}): Promise<Answer> =>
  api.post(path(calls.resetSignIn, id), {}, headers);
export const comeBack = (api: Api, id: string): Promise<Answer> => api.post(path(calls.returnPerson, id));

/** Sends a file of people. */
export const importFile = (api: Api, text: string, query: Sent = {}): Promise<Answer> =>
  api.upload(Buffer.from(text), 'people.csv', {}, urlOf(calls.importPeople, { query }));

/** Sends the body that changes nothing of a person, with `changes` of it; a refused look at them is the answer. */
export async function changed(api: Api, who: PersonKey, changes: Partial<PersonBody>): Promise<Answer> {
  const seen = await get(api, idOf(who));
  if (seen.status !== 200) return seen;
  const person = dataOf<DirectoryPerson>(seen);
  const { name, employeeCode, manager, roles, costCentre, grade, baseLocation, joinedOn } = person;
  return update(api, person.personId, {
    name,
    email: person.email,
    employeeCode,
    roles,
    costCentre,
    grade,
    baseLocation,
    joinedOn,
    manager: manager?.email ?? null,
    ...changes,
  });
}
