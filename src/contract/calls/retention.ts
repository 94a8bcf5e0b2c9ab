import { endpoint } from '../endpoint.ts';
import { dataAnswer, roomAnswer } from '../paging.ts';
import {
  erasePersonBody,
  hold,
  holdBody,
  personErasure,
  retention,
  retentionBody,
  retentionPlan,
} from '../retention.ts';

/** How long data is kept, what is held, and erasing: for organisation admins (RET-1). */

const read = { method: 'GET', access: 'session', offline: 'read', invalidates: [] } as const;
const change = { access: 'session', offline: 'online', recentSignIn: true } as const;
/** All that is older than its period is looked at. */
const LONG = 120_000;

export const getRetention = endpoint({
  ...read,
  name: 'getRetention',
  path: '/api/v1/retention',
  summary: 'How long each kind of data is kept, whether the daily job erases, what it erased, and what is held.',
  answer: dataAnswer(retention),
});
export const planRetention = endpoint({
  ...read,
  name: 'planRetention',
  path: '/api/v1/retention/plan',
  timeout: LONG,
  summary: 'A dry run: what would be erased today, by kind, and what stays and why. Changes nothing.',
  answer: dataAnswer(retentionPlan),
});
export const saveRetention = endpoint({
  ...change,
  name: 'saveRetention',
  method: 'PUT',
  path: '/api/v1/retention',
  timeout: LONG,
  invalidates: ['getRetention', 'planRetention'],
  summary: 'Sets the periods, and switches the daily job on or off: on only by who has seen its dry run.',
  body: retentionBody,
  answer: dataAnswer(retention),
});
export const holdsOn = endpoint({
  ...read,
  name: 'holdsOn',
  path: '/api/v1/holds/:id',
  summary: 'The legal holds on a person or a record, those that hold first.',
  answer: roomAnswer(hold),
});
export const setHold = endpoint({
  ...change,
  name: 'setHold',
  method: 'POST',
  path: '/api/v1/holds/:id',
  invalidates: ['holdsOn', 'getRetention', 'planRetention'],
  summary: 'Holds a person or a record: nothing about them is erased until it is lifted.',
  body: holdBody,
  answer: roomAnswer(hold),
});
export const liftHold = endpoint({
  ...change,
  name: 'liftHold',
  method: 'POST',
  path: '/api/v1/holds/:id/lift',
  invalidates: ['holdsOn', 'getRetention', 'planRetention'],
  summary: 'Lifts a legal hold, by its id.',
  body: holdBody,
  answer: roomAnswer(hold),
});
export const planErasure = endpoint({
  ...read,
  name: 'planErasure',
  path: '/api/v1/people/:id/erasure',
  summary: 'What would be erased of somebody who left, and what stays and until when. Changes nothing.',
  answer: dataAnswer(personErasure),
});
export const erasePerson = endpoint({
  ...change,
  name: 'erasePerson',
  method: 'POST',
  path: '/api/v1/people/:id/erase',
  timeout: LONG,
  invalidates: ['planErasure', 'getPerson', 'listPeople', 'personHistory', 'getRetention'],
  summary: 'Erases what the dry run says of somebody who left. Again it erases what is left, if anything.',
  body: erasePersonBody,
  answer: dataAnswer(personErasure),
});
