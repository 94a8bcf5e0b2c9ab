import type { Trip } from '#contract/trip.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { ACTORS, asSingle } from '#tests/support/roles.ts';
import { NOW, type TestServer } from '#tests/support/server.ts';
import {
  adminApprove,
  adminReject,
  bulkAdmin,
  bulkManager,
  cancel,
  create,
  expenseIds,
  furtherTicket,
  managerApprove,
  managerReject,
  migrate,
  noShow,
  refuseCancellation,
  search,
  settle,
  ticket,
  tripBody,
  update,
} from '#tests/support/trips.ts';
import { everybody, type Part, type Row } from './table.ts';

/**
 * The rows of the table of who may (authorization.test.ts) about trips: each call by every role, on a trip of
 * `employee` whose manager is `manager`.
 */
let server: TestServer;
/** Made again after a call that may have changed them. */
let pending: Trip;
/** The manager approved it, and it has a ticket. */
let approved: Trip;
/** Approved by both and being cancelled. */
let leaving: Trip;
/** With a claim that a manager approved. */
let claimed: Trip;
const prints = new Map<string, string>();

async function makeTrips(): Promise<void> {
  const [employee, manager, admin] = await Promise.all([
    server.as('employee'),
    server.as('manager'),
    server.as('admin'),
  ]);
  const ask = async (): Promise<Trip> =>
    dataOf<Trip>(
      await create(employee, tripBody({ travelToBeDoneBy: 'CANDIDATE', traveller: 'Dev Patel', travellerDOB: 0 })),
    );
  pending = await ask();
  const withTicket = await ask();
  await managerApprove(manager, withTicket.tripId);
  approved = dataOf<Trip>(
    await ticket(admin, withTicket.tripId, { ticketAmount: 100, ticketUrl: [prints.get('admin')] }),
  );
  const going = await ask();
  await managerApprove(manager, going.tripId);
  await adminApprove(admin, going.tripId);
  claimed = going;
  const cancelling = await ask();
  await managerApprove(manager, cancelling.tripId);
  leaving = dataOf<Trip>(await cancel(employee, cancelling.tripId));
  const claim = {
    id: `EXP${going.tripId.slice(3)}`,
    kind: 2,
    owner_id: idOf('employee'),
    manager_id: idOf('manager'),
    type: 'OTHER',
    expense_date: '2026-07-10',
    claim_amount: 100,
    manager_status: 'MANAGER_APPROVED',
    manager_amount: 100,
    trip_id: going.tripId,
    details: '{}',
    version: 1,
    created_at: NOW,
    updated_at: NOW,
  };
  await server.database.db
    .insertInto('claims')
    .values(claim as never)
    .execute();
}

const OWNER = email('employee');
const candidate = tripBody({ travelToBeDoneBy: 'CANDIDATE', traveller: 'Dev Patel', travellerDOB: 0 });
const settled = { ticketRefundAmount: 0, amountToBeDeductedFromSalary: 0 };
const ok = 200;

const rows: Row[] = [
  [
    'rE6 create with the owner’s email',
    (api) => api.post(`/api/v1/travel-request/create/?email=${OWNER}`, tripBody()),
    { employee: ok, others: 403 },
  ],
  ['rE6 create of one’s own', (api) => create(api), everybody(ok)],
  [
    'rE7 update a pending one',
    (api) => update(api, pending.tripId, candidate),
    { employee: ok, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'rE7 update one both approved',
    (api) => update(api, claimed.tripId, candidate),
    { employee: 409, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'rE8 cancel',
    (api) => cancel(api, pending.tripId),
    { employee: ok, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'rE8 cancel one with claims',
    (api) => cancel(api, claimed.tripId),
    { employee: 409, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'rE9 the owner’s list',
    (api) => search(api, `?filter=USER_EMAIL:${OWNER}`),
    { employee: ok, manager: ok, director: ok, admin: ok, others: 403 },
  ],
  ['rE9 one’s own list', (api, who) => search(api, `?filter=USER_EMAIL:${email(who)}`), everybody(ok)],
  [
    'rE11 the claims of one without',
    (api) => expenseIds(api, pending.tripId),
    { employee: ok, manager: ok, director: ok, admin: ok, others: 404 },
  ],
  [
    'rE11 the claims of one with',
    (api) => expenseIds(api, claimed.tripId),
    { employee: ok, manager: ok, director: ok, finance: ok, admin: ok, others: 404 },
  ],
  [
    'rE12 attach a candidate',
    (api) => migrate(api, pending.tripId, 'KH1016'),
    { employee: ok, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'rB2 a ticket',
    (api) => api.get(approved.ticketUrl[0]?.url ?? ''),
    { employee: ok, manager: ok, director: ok, admin: ok, others: 404 },
  ],
  [
    'rM1 the manager’s queue',
    (api) => search(api, `?filter=MANAGER_EMAIL:${email('manager')}`),
    { manager: ok, director: ok, others: 403 },
  ],
  [
    'rM2 approve',
    (api) => managerApprove(api, pending.tripId),
    { employee: 403, manager: ok, director: 403, admin: 403, others: 404 },
  ],
  [
    'rM2 reject',
    (api) => managerReject(api, pending.tripId, { managerRemarks: 'No' }),
    { employee: 403, manager: ok, director: 403, admin: 403, others: 404 },
  ],
  [
    'rM2 approve what is decided',
    (api) => managerApprove(api, approved.tripId),
    { employee: 403, manager: 409, director: 403, admin: 403, others: 404 },
  ],
  [
    'rM3 approve in bulk',
    async (api) => asSingle(await bulkManager(api, { ids: [pending.tripId], approved: true })),
    { manager: ok, manager2: 404, others: 403 },
  ],
  [
    'rA1 the admin’s list',
    (api) => search(api, '?filter=MANAGER_APPROVAL_STATUS:0&sort=EMPLOYEE_CODE'),
    { admin: ok, others: 403 },
  ],
  [
    'rA2 approve',
    (api) => adminApprove(api, approved.tripId),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'rA2 reject',
    (api) => adminReject(api, approved.tripId, { adminRemarks: 'No' }),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'rA2 approve before the manager',
    (api) => adminApprove(api, pending.tripId),
    { employee: 403, manager: 403, director: 403, admin: 409, others: 404 },
  ],
  [
    'rA3 approve in bulk',
    async (api) => asSingle(await bulkAdmin(api, { ids: [approved.tripId], approved: true })),
    { admin: ok, others: 403 },
  ],
  [
    'rA4 tickets',
    (api, who) => ticket(api, pending.tripId, { ticketAmount: 1, ticketUrl: [prints.get(who)] }),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'ADM-12 another ticket',
    (api, who) =>
      furtherTicket(api, approved.tripId, {
        ticketAmount: 1,
        reason: 'Return',
        ticketUrl: [prints.get(`${who} again`)],
      }),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'rA5 cancellation details',
    (api) => settle(api, leaving.tripId, settled),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'rA5 refuse a cancellation',
    (api) => refuseCancellation(api, leaving.tripId, { adminRemarks: 'No' }),
    { employee: 403, manager: 403, director: 403, admin: ok, others: 404 },
  ],
  [
    'ADM-6 a no-show before the trip',
    (api) => noShow(api, claimed.tripId),
    { employee: 403, manager: 403, director: 403, admin: 409, others: 404 },
  ],
];

export const trips: Part = {
  title: 'trips',
  people: ACTORS,
  begin: async (made) => {
    server = made;
    for (const who of ACTORS)
      for (const name of [who, `${who} again`])
        prints.set(name, await (await server.as(who)).bill(`ticket of ${name}`));
  },
  renew: makeTrips,
  rows,
};
