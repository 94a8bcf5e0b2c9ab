import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { dataAnswer } from '../paging.ts';
import { usedBill, usedBillsBody } from '../usedBills.ts';

export const findUsedBills = endpoint({
  name: 'findUsedBills',
  method: 'POST',
  path: '/api/v1/bills/used',
  access: 'session',
  offline: 'online',
  invalidates: [],
  summary:
    'Which of these bills are on other claims of the organisation, and of which day: of one’s own claims the id too, ' +
    'of others never whose. For a form before it is submitted; keeps nothing.',
  body: usedBillsBody,
  answer: dataAnswer(z.array(usedBill)),
});
