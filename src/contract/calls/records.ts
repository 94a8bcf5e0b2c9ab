import { endpoint } from '../endpoint.ts';
import { dataAnswer, dataPage, roomAnswer } from '../paging.ts';
import { answerBody, anyRecord, askBody, enquiry, historyRow, seenRecord } from '../record.ts';
import { SENDING } from '../sending.ts';

/** One place to see it all: everything one raised, one record whole, its history, the questions about it. */

export const searchMine = endpoint({
  name: 'searchMine',
  method: 'GET',
  path: '/api/v1/list',
  list: true,
  rows: 'record',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Everything the signed-in person raised, trips and claims together, newest first.',
  answer: dataPage(anyRecord),
});
export const getRecord = endpoint({
  name: 'getRecord',
  method: 'GET',
  path: '/api/v1/record/:id',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'One trip or claim whole, to whoever may see it.',
  answer: dataAnswer(seenRecord),
});
export const recordHistory = endpoint({
  name: 'recordHistory',
  method: 'GET',
  path: '/api/v1/record/:id/history',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'What happened to a record and its enquiries, newest first, at most the last hundred steps, to whoever may see it.',
  answer: roomAnswer(historyRow),
});
export const recordEnquiries = endpoint({
  name: 'recordEnquiries',
  method: 'GET',
  path: '/api/v1/record/:id/enquiries',
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary:
    'The questions about a record with their answers, newest first: those that are open, and at most the ' +
    'last hundred, to whoever may see it.',
  answer: roomAnswer(enquiry),
});
export const searchEnquiries = endpoint({
  name: 'searchEnquiries',
  method: 'GET',
  path: '/api/v1/enquiries',
  params: ['state'],
  list: true,
  access: 'session',
  offline: 'read',
  invalidates: [],
  summary: 'Questions that were asked of the signed-in person or by them, newest first; state open or closed.',
  answer: dataPage(enquiry),
});

const stale = ['searchEnquiries', 'recordEnquiries', 'recordHistory', 'countWaiting'] as const;

export const askEnquiry = endpoint({
  name: 'askEnquiry',
  ...SENDING.askEnquiry,
  method: 'POST',
  path: '/api/v1/record/:id/enquiries',
  access: 'session',
  offline: 'queue',
  summary: 'Asks whoever raised a record about it.',
  body: askBody,
  answer: dataAnswer(enquiry),
  invalidates: stale,
});
export const answerEnquiry = endpoint({
  name: 'answerEnquiry',
  ...SENDING.answerEnquiry,
  method: 'POST',
  path: '/api/v1/enquiries/:id/answer',
  access: 'session',
  offline: 'queue',
  summary: 'Answers a question about one’s own record; while it is open, the answer can be changed.',
  body: answerBody,
  answer: dataAnswer(enquiry),
  invalidates: stale,
});
export const closeEnquiry = endpoint({
  name: 'closeEnquiry',
  ...SENDING.closeEnquiry,
  method: 'POST',
  path: '/api/v1/enquiries/:id/close',
  access: 'session',
  offline: 'queue',
  summary: 'Closes an enquiry, answered or not.',
  answer: dataAnswer(enquiry),
  invalidates: stale,
});
