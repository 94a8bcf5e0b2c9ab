import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { historyRow } from '../record.ts';
import { managerBody, managerChange, person, personDate, personDateBody, roleFlags } from '../user.ts';

/** People: roles, exceptional dates, the directory. */

export const userRole = endpoint({
  name: 'userRole', method: 'GET', path: '/api/v1/user/role', params: ['email'], access: 'session', offline: 'read', invalidates: [],
  summary: 'The role flags of the signed-in person.', answer: dataAnswer(roleFlags),
});
export const exceptionalExpenseDate = endpoint({
  name: 'exceptionalExpenseDate', method: 'GET', path: '/api/v1/user/getExceptionalExpenseDate', params: ['email'], access: 'session', offline: 'read', invalidates: [],
  summary: 'The date back to which this person may claim beyond the 90 days, or null.', answer: dataAnswer(z.nullable(z.int())),
});
export const exceptionalDates = endpoint({
  name: 'exceptionalDates', method: 'GET', path: '/api/v1/user/exceptionalDates', access: 'session', offline: 'read', invalidates: [],
  summary: 'Everybody who has an exceptional date, by name. For admins.', answer: dataAnswer(z.array(personDate)),
});
export const exceptionalDateHistory = endpoint({
  name: 'exceptionalDateHistory', method: 'GET', path: '/api/v1/user/exceptionalDateHistory', params: ['email'], required: ['email'], access: 'session', offline: 'read', invalidates: [],
  summary: 'The exceptional date of a person, and who set it when, newest first. For admins.', answer: dataAnswer(z.extend(personDate, { history: z.array(historyRow) })),
});
export const setExceptionalDate = endpoint({
  name: 'setExceptionalDate', method: 'PUT', path: '/api/v1/user/exceptionalExpenseDate', access: 'session', offline: 'queue', invalidates: ['exceptionalExpenseDate', 'exceptionalDates', 'exceptionalDateHistory'],
  summary: 'An admin sets the exceptional date of somebody else, or clears it with null.', body: personDateBody, answer: dataAnswer(personDate),
});
export const changeManager = endpoint({
  name: 'changeManager', method: 'PUT', path: '/api/v1/user/manager', access: 'session', offline: 'online', invalidates: [],
  summary: 'An admin gives a person another manager; what is still pending with the one before moves along.', body: managerBody, answer: dataAnswer(managerChange),
});
export const knownKeys = endpoint({
  name: 'knownKeys', method: 'GET', path: '/api/v1/user/knownKeys', params: ['keys'], required: ['keys'], access: 'session', offline: 'read', invalidates: [],
  summary: 'Which of these Idempotency-Keys (at most 100, joined with |) of the signed-in person have an answer kept. For clients of a database that was restored.',
  answer: dataAnswer(z.array(z.string())),
});
const lookUp = { method: 'GET', params: ['query'], required: ['query'], access: 'session', offline: 'read', invalidates: [], answer: dataAnswer(z.array(person)) } as const;
export const usersByName = endpoint({ ...lookUp, name: 'usersByName', path: '/api/v1/user/search/users/name', summary: 'People whose name contains the text.' });
export const usersByEmail = endpoint({ ...lookUp, name: 'usersByEmail', path: '/api/v1/user/search/users/email', summary: 'People whose e-mail contains the text.' });
export const usersByCode = endpoint({ ...lookUp, name: 'usersByCode', path: '/api/v1/user/search/users/empCode', summary: 'People whose employee code contains the text.' });
