import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Conveyance, LocalExpense, TravelExpense } from '#contract/expense.ts';
import * as rides from '#tests/support/conveyance.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import * as finance from '#tests/support/finance.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { ACTORS, asSingle } from '#tests/support/roles.ts';
import type { TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { everybody, type Part, type Row } from './table.ts';

/**
 * Every call of travel claims and conveyance by every role, on claims of `employee` whose manager is `manager`
 * (N1); and the withdrawal of local expenses.
 */

let server: TestServer;
let trip: string;
/** Made again after a call that may have changed them. */
let local: LocalExpense;
let pending: TravelExpense;
let approved: TravelExpense;
let ride: Conveyance;
let approvedRide: Conveyance;
const prints = new Map<string, string>();

const OWNER = email('employee');
const paper = (who: PersonKey) => prints.get(who) ?? '';
const many = (id: string) => ({ ids: [id], approved: true });
const ok = 200;

const rows: Row[] = [
  [
    'LOC-25 withdraw a local expense',
    (api) => api.post(urlOf(withdrawLocalExpense, { query: { id: local.expenseId } })),
    { employee: ok, manager: 403, director: 403, others: 404 },
  ],
  [
    'rE13 create with the owner’s email',
    (api, who) =>
      api.post(
        `/api/v1/allExpense/create?email=${OWNER}&id=${trip}&primaryExpenseType=2`,
        travel.travelBody(paper(who)),
      ),
    { employee: ok, others: 403 },
  ],
  [
    'rE13 create on the owner’s trip',
    (api, who) => travel.create(api, trip, travel.travelBody(paper(who))),
    { employee: ok, manager: 403, director: 403, admin: 403, others: 404 },
  ],
  [
    'update a pending travel claim',
    (api, who) => travel.update(api, pending.expenseId, travel.travelBody(paper(who))),
    { employee: ok, manager: 403, director: 403, others: 404 },
  ],
  [
    'update an approved travel claim',
    (api, who) => travel.update(api, approved.expenseId, travel.travelBody(paper(who))),
    { employee: 409, manager: 403, director: 403, finance: 403, others: 404 },
  ],
  [
    'TRV-4 withdraw a travel claim',
    (api) => travel.withdraw(api, pending.expenseId),
    { employee: ok, manager: 403, director: 403, others: 404 },
  ],
  [
    'rE14 the owner’s trips with claims',
    (api) => travel.searchTrips(api, `&filter=USER_EMAIL:${OWNER}`),
    { employee: ok, manager: ok, director: ok, finance: ok, others: 403 },
  ],
  ['one’s own trips with claims', (api) => travel.searchTrips(api), everybody(ok)],
  [
    'rE4 the owner’s travel claims',
    (api) => travel.search(api, `&filter=USER_EMAIL:${OWNER}`),
    { employee: ok, manager: ok, director: ok, finance: ok, others: 403 },
  ],
  [
    'rM4 the manager’s queue of travel claims',
    (api) => travel.search(api, `&filter=MANAGER_EMAIL:${email('manager')}`),
    { manager: ok, director: ok, others: 403 },
  ],
  [
    'rF1 the finance list of travel claims',
    (api) => travel.search(api, '&filter=MANAGER_APPROVAL_DATE:0|'),
    { finance: ok, others: 403 },
  ],
  [
    'rM5 approve a travel claim',
    (api) => travel.approve(api, pending.expenseId),
    { employee: 403, manager: ok, director: 403, others: 404 },
  ],
  [
    'rM5 reject a travel claim',
    (api) => travel.reject(api, pending.expenseId),
    { employee: 403, manager: ok, director: 403, others: 404 },
  ],
  [
    'rM6 approve travel claims in bulk',
    async (api) => asSingle(await travel.bulk(api, many(pending.expenseId))),
    { manager: ok, manager2: 404, others: 403 },
  ],
  [
    'rB1 a bill of a pending travel claim',
    (api) => api.get(pending.billUrl[0]?.url ?? ''),
    { employee: ok, manager: ok, director: ok, others: 404 },
  ],
  [
    'rB1 a bill of an approved travel claim',
    (api) => api.get(approved.billUrl[0]?.url ?? ''),
    { employee: ok, manager: ok, director: ok, finance: ok, others: 404 },
  ],
  [
    'rE3 update conveyance',
    (api, who) => rides.update(api, ride.tripId, { claimAmount: 5, billUrl: [paper(who)] }),
    { employee: ok, manager: 403, director: 403, others: 404 },
  ],
  [
    'rE4 the owner’s conveyance',
    (api) => rides.search(api, `&filter=USER_EMAIL:${OWNER}`),
    { employee: ok, manager: ok, director: ok, finance: ok, others: 403 },
  ],
  [
    'rM4 the manager’s queue of conveyance',
    (api) => rides.search(api, `&filter=MANAGER_EMAIL:${email('manager')}`),
    { manager: ok, director: ok, others: 403 },
  ],
  [
    'rF1 the finance list of conveyance',
    (api) => rides.search(api, '&filter=FINANCE_APPROVAL_DATE:0|'),
    { finance: ok, others: 403 },
  ],
  [
    'rM5 approve conveyance',
    (api) => rides.approve(api, ride.tripId),
    { employee: 403, manager: ok, director: 403, others: 404 },
  ],
  [
    'rM5 reject conveyance',
    (api) => rides.reject(api, ride.tripId),
    { employee: 403, manager: ok, director: 403, others: 404 },
  ],
  [
    'rM6 approve conveyance in bulk',
    async (api) => asSingle(await rides.bulk(api, many(ride.tripId))),
    { manager: ok, manager2: 404, others: 403 },
  ],
  [
    'rF2 finance approves a travel claim',
    (api) => finance.approve(api, 'travel', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF2 finance rejects a travel claim',
    (api) => finance.reject(api, 'travel', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF3 finance approves in bulk a travel claim',
    async (api) => asSingle(await finance.bulk(api, 'travel', many(approved.expenseId))),
    { finance: ok, others: 403 },
  ],
  [
    'rF4 finance revives a travel claim',
    (api) => finance.revive(api, 'travel', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF2 finance approves conveyance',
    (api) => finance.approve(api, 'conveyance', approvedRide.tripId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF2 finance rejects conveyance',
    (api) => finance.reject(api, 'conveyance', approvedRide.tripId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF3 finance approves in bulk conveyance',
    async (api) => asSingle(await finance.bulk(api, 'conveyance', many(approvedRide.tripId))),
    { finance: ok, others: 403 },
  ],
  [
    'rF4 finance revives conveyance',
    (api) => finance.revive(api, 'conveyance', approvedRide.tripId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'CNV-4 hand in by session',
    (api) => api.post('/api/v1/integration/conveyance', [rides.intakeRow()]),
    {
      employee: 401,
      employee2: 401,
      manager: 401,
      manager2: 401,
      director: 401,
      finance: 401,
      'finance-docs': 401,
      admin: 401,
      tally: 401,
      'campaign-manager': 401,
      others: 429,
    },
  ],
];

export const claims: Part = {
  title: 'travel claims and conveyance',
  people: ACTORS,
  settings: { INTEGRATION_API_KEY: rides.KEY },
  begin: async (made) => {
    server = made;
    for (const who of ACTORS) prints.set(who, await (await server.as(who)).bill(`bill of ${who}`));
    trip = await travel.goneTrip(server);
  },
  renew: async () => {
    const [employee, manager] = [await server.as('employee'), await server.as('manager')];
    local = await file(employee);
    pending = await travel.file(employee, trip);
    approved = dataOf<TravelExpense>(await travel.approve(manager, (await travel.file(employee, trip)).expenseId));
    ride = await rides.claimOf(server);
    approvedRide = dataOf<Conveyance>(await rides.approve(manager, (await rides.claimOf(server)).tripId));
  },
  rows,
};
