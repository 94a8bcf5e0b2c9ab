import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { historyRow } from '../record.ts';
import { personDate, personDateBody } from '../user.ts';
import { SENDING } from '../sending.ts';

/**
 * The dates back to which single people may claim. Apart from the other calls about people, which the first list needs:
 * these bring the whole of a record's history.
 */

export const exceptionalExpenseDate = endpoint({
  name: 'exceptionalExpenseDate',
  method: 'GET',
  path: '/api/v1/user/getExceptionalExpenseDate',
  params: ['email'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The date back to which this person may claim beyond the 90 days, or null.',
  answer: dataAnswer(z.nullable(z.int())),
});
export const exceptionalDates = endpoint({
  name: 'exceptionalDates',
  method: 'GET',
  path: '/api/v1/user/exceptionalDates',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Everybody who has an exceptional date, by name. For admins.',
  answer: dataAnswer(z.array(personDate)),
});
export const exceptionalDateHistory = endpoint({
  name: 'exceptionalDateHistory',
  method: 'GET',
  path: '/api/v1/user/exceptionalDateHistory',
  params: ['email'],
  required: ['email'],
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'The exceptional date of a person, and who set it when, newest first. For admins.',
  answer: dataAnswer(z.extend(personDate, { history: z.array(historyRow), more: z.optional(z.literal(true)) })),
});
export const setExceptionalDate = endpoint({
  name: 'setExceptionalDate',
  ...SENDING.setExceptionalDate,
  method: 'PUT',
  path: '/api/v1/user/exceptionalExpenseDate',
  access: 'session',
  offline: 'queue',
  invalidates: ['exceptionalExpenseDate', 'exceptionalDates', 'exceptionalDateHistory'],
  summary: 'An admin sets the exceptional date of somebody else, or clears it with null.',
  body: personDateBody,
  answer: dataAnswer(personDate),
});
