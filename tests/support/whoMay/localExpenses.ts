import type { LocalExpense } from '#contract/expense.ts';
import { documentPath } from '#contract/file.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { end, list as delegations, moveTo, name, named } from '#tests/support/delegations.ts';
import { about, answer, ask, asked, close, history, list, mine, read } from '#tests/support/enquiries.ts';
import { approve, bulk, create, dataOf, expenseBody, file, reject, search, update } from '#tests/support/expenses.ts';
import { pdf } from '#tests/support/files.ts';
import * as finance from '#tests/support/finance.ts';
import * as told from '#tests/support/notifications.ts';
import { email, type PersonKey } from '#tests/support/people.ts';
import { ACTORS, asSingle } from '#tests/support/roles.ts';
import type { TestServer } from '#tests/support/server.ts';
import { begin, begun, drop, part, where } from '#tests/support/tus.ts';
import { everybody, type Part, type Row, type Statuses } from './table.ts';

/**
 * Every call by every role, on a claim of `employee` whose manager is `manager` (N1, ACC-13). One row a call.
 */
let server: TestServer;
/** Filed again after a call that may have changed it. */
let pending: LocalExpense;
let approved: LocalExpense;
/** An upload that none of the table's people began. */
let theirUpload = '';
const prints = new Map<string, string>();

const OWNER = email('employee');
const preview = (claim: LocalExpense): string => documentPath(claim.billUrl[0]?.fingerPrint ?? '', 'small');
const body = (who: PersonKey) => expenseBody(prints.get(who) ?? '');
const inBulk = async (api: Api, id: string): Promise<Answer> =>
  asSingle(await bulk(api, { ids: [id], approved: true }));
const enquiryAbout = async (id: string): Promise<string> => (await asked(await server.as('manager'), id)).enquiryId;
const settled = async (): Promise<string> => {
  const claim = dataOf(await approve(await server.as('manager'), (await file(await server.as('employee'))).expenseId));
  return dataOf(await finance.approve(await server.as('finance2'), 'local', claim.expenseId)).expenseId;
};
const standIn = async (): Promise<string> => {
  const planned = (await delegations(await server.as('manager'))).given.find((one) => one.mayEnd);
  return (planned ?? (await named(await server.as('manager'), 'newcomer', [320, 321]))).delegationId;
};
/** A notification of the manager that nobody has read. */
const toldToManager = async (): Promise<string> => {
  await told.forgetAll(server);
  await file(await server.as('employee'));
  await told.tell(server);
  return (await told.listed(await server.as('manager')))[0]?.notificationId ?? '';
};
const ok = 200;
/** This one may, and the others are told that they may not. */
const only = (who: PersonKey): Statuses => ({ [who]: ok, others: 403 });
/** Who sees a claim: its owner, the managers above, and finance once a manager has approved it. */
const seesPending = { employee: ok, manager: ok, director: ok, others: 404 };
const seesApproved = { employee: ok, manager: ok, director: ok, finance: ok, others: 404 };

const rows: Row[] = [
  [
    'rE1 create with the owner’s email',
    (api, who) => api.post(`/api/v1/allExpense/create?email=${OWNER}&primaryExpenseType=0`, body(who)),
    { employee: ok, others: 403 },
  ],
  ['create of one’s own', (api, who) => create(api, body(who)), everybody(ok)],
  [
    'rE2 update a pending one',
    (api) => update(api, pending.expenseId, body('employee')),
    { employee: ok, manager: 403, director: 403, others: 404 },
  ],
  [
    'rE2 update an approved one',
    (api) => update(api, approved.expenseId, body('employee')),
    { employee: 409, manager: 403, director: 403, finance: 403, others: 404 },
  ],
  [
    'rE4 the owner’s list',
    (api) => search(api, `&filter=USER_EMAIL:${OWNER}`),
    { employee: ok, manager: ok, director: ok, finance: ok, others: 403 },
  ],
  ['rE5 begin an upload in parts', (api) => begin(api, 1_000), everybody(201)],
  ['rE5 where an upload stands, somebody else’s', (api) => where(api, theirUpload), everybody(404)],
  ['rE5 a part of somebody else’s upload', (api) => part(api, theirUpload, 0, Buffer.alloc(10)), everybody(404)],
  ['rE5 throw somebody else’s upload away', (api) => drop(api, theirUpload), everybody(404)],
  ['rE5 upload', (api, who) => api.upload(pdf(`upload of ${who}`)), everybody(ok)],
  ['rB1 a bill of a pending claim', (api) => api.get(pending.billUrl[0]?.url ?? ''), seesPending],
  ['rB1 a bill of an approved claim', (api) => api.get(approved.billUrl[0]?.url ?? ''), seesApproved],
  ['rB1 a small picture of a pending claim’s bill', (api) => api.get(preview(pending)), seesPending],
  ['rB1 a small picture of an approved claim’s bill', (api) => api.get(preview(approved)), seesApproved],
  [
    'rE15 the exceptional date',
    (api) => api.get(`/api/v1/user/getExceptionalExpenseDate?email=${OWNER}`),
    { employee: ok, manager: ok, director: ok, finance: ok, admin: ok, others: 403 },
  ],
  ['rA9 everybody’s exceptional dates', (api) => api.get('/api/v1/user/exceptionalDates'), only('admin')],
  [
    'rA9 the history of the exceptional date',
    (api) => api.get(`/api/v1/user/exceptionalDateHistory?email=${OWNER}`),
    only('admin'),
  ],
  [
    'rA9 EXC-2 the exceptional date, set',
    (api) => api.put('/api/v1/user/exceptionalExpenseDate', { email: OWNER, date: null }),
    only('admin'),
  ],
  ['rE16 the owner’s roles', (api) => api.get(`/api/v1/user/role?email=${OWNER}`), { employee: ok, others: 403 }],
  [
    'rM4 the manager’s queue',
    (api) => search(api, `&filter=MANAGER_EMAIL:${email('manager')}`),
    { manager: ok, director: ok, others: 403 },
  ],
  ['rM5 approve', (api) => approve(api, pending.expenseId), { employee: 403, manager: ok, director: 403, others: 404 }],
  ['rM5 reject', (api) => reject(api, pending.expenseId), { employee: 403, manager: ok, director: 403, others: 404 }],
  [
    'rM5 approve what is decided',
    (api) => approve(api, approved.expenseId),
    { employee: 403, manager: 409, director: 403, finance: 403, others: 404 },
  ],
  ['rM6 approve in bulk', (api) => inBulk(api, pending.expenseId), { manager: ok, manager2: 404, others: 403 }],
  [
    'rM7 people by name',
    (api) => api.get('/api/v1/user/search/users/name?query=asha'),
    { manager: ok, manager2: ok, director: ok, finance: ok, admin: ok, others: 403 },
  ],
  [
    'rM7 people by e-mail',
    (api) => api.get('/api/v1/user/search/users/email?query=asha'),
    { manager: ok, manager2: ok, director: ok, finance: ok, admin: ok, others: 403 },
  ],
  [
    'rM7 people by code',
    (api) => api.get('/api/v1/user/search/users/empCode?query=KH1'),
    { manager: ok, manager2: ok, director: ok, finance: ok, admin: ok, others: 403 },
  ],
  ['rF1 the finance list', (api) => search(api, '&filter=MANAGER_APPROVAL_DATE:0|'), only('finance')],
  [
    'rF2 finance approves a pending one',
    (api) => finance.approve(api, 'local', pending.expenseId),
    { employee: 403, manager: 403, director: 403, others: 404 },
  ],
  [
    'rF2 finance approves',
    (api) => finance.approve(api, 'local', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF2 finance rejects',
    (api) => finance.reject(api, 'local', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF3 finance approves in bulk',
    async (api) => asSingle(await finance.bulk(api, 'local', { ids: [approved.expenseId], approved: true })),
    only('finance'),
  ],
  [
    'rF4 finance revives',
    async (api) => finance.revive(api, 'local', await settled()),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF4 finance revives what is not decided',
    (api) => finance.revive(api, 'local', approved.expenseId),
    { employee: 403, manager: 403, director: 403, finance: ok, others: 404 },
  ],
  [
    'rF5 download the local expenses',
    (api) => api.get('/api/v1/allExpense/download?primaryExpenseType=0'),
    only('finance'),
  ],
  [
    'rF5 download the conveyance claims',
    (api) => api.get('/api/v1/allExpense/download?primaryExpenseType=1'),
    only('finance'),
  ],
  [
    'rF5 download the travel claims',
    (api) => api.get('/api/v1/allExpense/download?primaryExpenseType=2&format=xlsx'),
    only('finance'),
  ],
  ['rF6 the detailed report', (api) => api.get('/api/v1/reports/downloadDetailedReport'), only('finance')],
  ['rF6 the summarized report', (api) => api.get('/api/v1/reports/downloadSummarizedReport'), only('finance')],
  ['GST-10 the register of credits', (api) => api.get('/api/v1/reports/downloadGstCredits'), only('finance')],
  ['rF1 the pictures of finance', (api) => api.get('/api/v1/finance-pictures'), only('finance')],
  ['rG3 how much waits', (api) => api.get('/api/v1/counts'), everybody(ok)],
  ['rG3 what one is owed', (api) => api.get('/api/v1/owed'), everybody(ok)],
  [
    'SPEND-2 what the team spends',
    (api) => api.get('/api/v1/team-spend'),
    { manager: ok, manager2: ok, director: ok, others: 403 },
  ],
  ['NAV-4 everything one raised', (api) => mine(api), everybody(ok)],
  ['NAV-6 a pending record', (api) => read(api, pending.expenseId), seesPending],
  ['NAV-6 an approved record', (api) => read(api, approved.expenseId), seesApproved],
  ['AUD-3 its history', (api) => history(api, approved.expenseId), seesApproved],
  ['ENQ-8 its enquiries', (api) => about(api, approved.expenseId), seesApproved],
  ['NAV-7 the enquiries of one’s own', (api) => list(api), everybody(ok)],
  [
    'ENQ-1 ask about a pending one',
    (api) => ask(api, pending.expenseId),
    { employee: 403, manager: ok, director: ok, others: 404 },
  ],
  [
    'ENQ-1 ask about an approved one',
    (api) => ask(api, approved.expenseId),
    { employee: 403, manager: ok, director: ok, finance: ok, others: 404 },
  ],
  [
    'ENQ-2 answer',
    async (api) => answer(api, await enquiryAbout(approved.expenseId)),
    { employee: ok, manager: 403, director: 403, finance: 403, others: 404 },
  ],
  [
    'ENQ-5 close',
    async (api) => close(api, await enquiryAbout(approved.expenseId)),
    { employee: 403, manager: ok, director: ok, finance: ok, others: 404 },
  ],
  ['DEL-8 one’s stand-ins', (api) => api.get('/api/v1/delegations'), everybody(ok)],
  [
    'DEL-8 the manager’s stand-ins',
    (api) => api.get(`/api/v1/delegations?email=${email('manager')}`),
    { manager: ok, admin: ok, others: 403 },
  ],
  [
    'DEL-3 name a stand-in for oneself',
    (api) => name(api, 'newcomer', [300, 301]),
    { manager: ok, manager2: ok, director: ok, others: 403 },
  ],
  [
    'DEL-3 name one for the manager',
    (api) => name(api, 'newcomer', [310, 311], { manager: email('manager') }),
    { manager: ok, admin: 409, others: 403 },
  ],
  ['DEL-8 end the manager’s', async (api) => end(api, await standIn()), { manager: ok, admin: ok, others: 404 }],
  ['ACC-20 another manager', (api) => moveTo(api, 'case-user', 'director'), only('admin')],
  ['NOTE-8 what one was told', (api) => api.get('/api/v1/notifications'), everybody(ok)],
  [
    'NOTE-8 read what the manager was told',
    async (api) => told.readIt(api, await toldToManager()),
    { manager: ok, others: 404 },
  ],
  ['NOTE-8 read all of one’s own', (api) => told.readAll(api, { until: 1 }), everybody(ok)],
  ['NOTE-9 how one is told', (api) => told.preferences(api), everybody(ok)],
  ['NOTE-9 choose it', (api) => told.choose(api, { pushText: 'COUNT', mailDigest: true }), everybody(ok)],
  [
    'NOTE-11 a device of one’s own',
    (api, who) => told.subscribe(api, { endpoint: `https://push.example.com/${who}`, keys: told.DEVICE_KEYS }),
    everybody(ok),
  ],
  ['NOTE-11 no more on it', (api) => told.unsubscribe(api, 'https://push.example.com/employee'), everybody(ok)],
  ['rE10 cities', (api) => api.get('/api/v1/travel-request/search/cities/beng'), everybody(ok)],
  ['NAV-5 all that waits for oneself', (api) => api.get('/api/v1/list-auth'), everybody(ok)],
  ['ST-3 how much of one’s own has arrived', (api) => api.get('/api/v1/user/sentRequests'), everybody(ok)],
  [
    'X58 which of one’s keys are known',
    (api) => api.get('/api/v1/user/knownKeys?keys=a-key-0123456789'),
    everybody(ok),
  ],
  [
    'OB-8 decisions that travel in one request; each is judged by itself',
    (api) =>
      api.post('/api/v1/user/sendTogether', {
        requests: [
          {
            key: 'nobodys-decision',
            method: 'POST',
            url: '/api/v1/allExpense/manager-approve?primaryExpenseType=0&id=EXPnone',
            body: {},
          },
        ],
      }),
    everybody(ok),
  ],
  [
    'DOC-26 whether bills were used',
    (api) =>
      api.post('/api/v1/bills/used', { readings: [{ fingerPrint: 'f'.repeat(64), upiReference: '412345678901' }] }),
    everybody(ok),
  ],
  ['rG2 who am I', (api) => api.get('/api/v2/getLoggedInDetails'), everybody(ok)],
];

export const localExpenses: Part = {
  title: 'local expenses and whatever is about no record',
  people: ACTORS,
  begin: async (made) => {
    server = made;
    theirUpload = await begun(await server.as('newcomer'), pdf('of a newcomer'));
    for (const who of ACTORS) prints.set(who, await (await server.as(who)).bill(`bill of ${who}`));
  },
  renew: async () => {
    const employee = await server.as('employee');
    pending = await file(employee);
    approved = dataOf(await approve(await server.as('manager'), (await file(employee)).expenseId));
  },
  rows,
};
