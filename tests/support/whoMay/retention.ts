import { USUAL_PERIODS } from '#domain/retention.ts';
import { idOf } from '#tests/support/people.ts';
import * as retention from '#tests/support/retention.ts';
import { ACTORS } from '#tests/support/roles.ts';
import type { Part, Row, Statuses } from './table.ts';

/** Retention by every role (N1, RET-6): it is the organisation admins'. */
const only = (status: number): Statuses => ({ 'org-admin': status, others: 403 });

const rows: Row[] = [
  ['RET-7 look at it', (api) => retention.read(api), only(200)],
  ['RET-4 the dry run', (api) => retention.plan(api), only(200)],
  ['RET-7 set it', (api) => retention.save(api, { periods: USUAL_PERIODS, enabled: false }), only(200)],
  ['RET-6 holds on somebody', (api) => retention.holds(api, idOf('employee')), only(200)],
  ['RET-6 hold what is not there', (api) => retention.setHold(api, 'EXP1'), only(404)],
  ['RET-6 lift what is not there', (api) => retention.liftHold(api, 'LHD1'), only(404)],
  ['RET-8 what would go of somebody', (api) => retention.planErasure(api, idOf('employee')), only(200)],
  ['RET-8 erase somebody at work', (api) => retention.erase(api, idOf('employee'), 'x'), only(409)],
];

export const retentionOfData: Part = {
  title: 'retention',
  people: ACTORS,
  begin: async () => undefined,
  rows,
};
