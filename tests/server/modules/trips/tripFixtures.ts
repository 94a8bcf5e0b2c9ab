import type { Trip } from '#contract/trip.ts';
import type { Answer } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW } from '#tests/support/server.ts';

export const tripOf = (answer: Answer): Trip => dataOf<Trip>(answer);
export const APPROVED = {
  manager_status: 'MANAGER_APPROVED',
  manager_remarks: 'Fine',
  manager_decided_at: NOW,
  manager_decided_by: idOf('manager'),
};
export const refusalOf = ({ status, body }: Answer) => ({ status, code: body['code'], message: body['message'] });
