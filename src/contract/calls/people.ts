import { endpoint } from '../endpoint.ts';
import { dataAnswer, dataPage, madeAnswer, roomAnswer } from '../paging.ts';
import { directoryPerson, directoryRow, leaveBody, leavingPreview, personBody } from '../people.ts';
import { importAnswer } from '../peopleImport.ts';
import { historyRow } from '../record.ts';

/** The directory, for organisation admins (ORG-1); its reads for managers too, of their own line (ORG-34). */

export const listPeople = endpoint({
  name: 'listPeople',
  method: 'GET',
  path: '/api/v1/people',
  list: true,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Everybody in the directory, by name.',
  answer: dataPage(directoryRow),
});
export const getPerson = endpoint({
  name: 'getPerson',
  method: 'GET',
  path: '/api/v1/people/:id',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'One person of the directory.',
  answer: dataAnswer(directoryPerson),
});
export const personHistory = endpoint({
  name: 'personHistory',
  method: 'GET',
  path: '/api/v1/people/:id/history',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What happened to a person in the directory, newest first, at most the last hundred steps.',
  answer: roomAnswer(historyRow),
});
export const listReports = endpoint({
  name: 'listReports',
  method: 'GET',
  path: '/api/v1/people/:id/reports',
  list: true,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'Who reports to a person directly, by name; `top` in place of the id: who reports to nobody, or, asked by a ' +
    'manager, to them.',
  answer: dataPage(directoryRow),
});

const stale = ['listPeople', 'getPerson', 'personHistory', 'listReports'] as const;

export const createPerson = endpoint({
  name: 'createPerson',
  method: 'POST',
  path: '/api/v1/people',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  summary: 'Puts a person into the directory.',
  body: personBody,
  answer: madeAnswer(directoryPerson),
  invalidates: stale,
});
export const updatePerson = endpoint({
  name: 'updatePerson',
  method: 'PUT',
  path: '/api/v1/people/:id',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  summary: 'Changes a person; another manager takes what is still pending along.',
  body: personBody,
  answer: dataAnswer(directoryPerson),
  invalidates: stale,
});
export const previewLeaving = endpoint({
  name: 'previewLeaving',
  method: 'GET',
  path: '/api/v1/people/:id/leaving',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'What moves to somebody else when this person leaves.',
  answer: dataAnswer(leavingPreview),
});
export const leavePerson = endpoint({
  name: 'leavePerson',
  method: 'POST',
  path: '/api/v1/people/:id/leave',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  summary: 'A person leaves: signed out everywhere at once, what waits for their decision goes to a successor.',
  body: leaveBody,
  answer: dataAnswer(directoryPerson),
  invalidates: stale,
});
export const returnPerson = endpoint({
  name: 'returnPerson',
  method: 'POST',
  path: '/api/v1/people/:id/return',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  summary: 'Lets a person who left sign in again.',
  answer: dataAnswer(directoryPerson),
  invalidates: stale,
});
export const resetSignIn = endpoint({
  name: 'resetSignIn',
  method: 'POST',
  path: '/api/v1/people/:id/resetSignIn',
  access: 'session',
  recentSignIn: true,
  offline: 'online',
  summary: 'Forgets by which account at a provider a person signs in: the next with their address is theirs.',
  answer: dataAnswer(directoryPerson),
  invalidates: stale,
});

export const importPeople = endpoint({
  name: 'importPeople',
  method: 'POST',
  // In other quotation marks its end would read as the beginning of an import.
  path: `/api/v1/people/import`,
  params: ['apply', 'missingLeave', 'sure', 'plan'],
  access: 'session',
  recentSignIn: true,
  bodyType: 'file',
  offline: 'online',
  // A file takes the server a while to read, and a large directory a while to write.
  timeout: 180_000,
  summary:
    'Says what a file of people (CSV or XLSX, at most 10 MB) would do to the directory; with `apply=true` and the ' +
    '`plan` that was seen it is done. `missingLeave=true`: who is missing leaves; `sure=true`: also more than a tenth.',
  answer: dataAnswer(importAnswer),
  invalidates: stale,
});
