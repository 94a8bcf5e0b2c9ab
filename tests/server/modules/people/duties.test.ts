import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countWaiting } from '#contract/calls/home.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import type { BulkResult } from '#contract/decision.ts';
import { urlOf } from '#contract/endpoint.ts';
import { MESSAGES } from '#contract/error.ts';
import type { PendingCounts } from '#contract/home.ts';
import type { SeenRecord, PendingRecord } from '#contract/record.ts';
import type { Trip } from '#contract/trip.ts';
import { OWN_MANAGERS_STAND_IN } from '#domain/delegation.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { KEY } from '#tests/support/conveyance.ts';
import { moveTo, name, named } from '#tests/support/delegations.ts';
import { dataOf } from '#tests/support/expenses.ts';
import * as finance from '#tests/support/finance.ts';
import { idOf, email, setRoles, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import * as trips from '#tests/support/trips.ts';

/**
 * Every stage of a record by every hand that had an earlier one (ACC-21). `manager` decides the requests of `employee`,
 * `newcomer` stands in; both have every other role as well. `finance` and `admin` had no hand in it.
 */
let server: TestServer;
const as = (who: PersonKey): Promise<Api> => server.as(who);
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: KEY });
  await named(await as('manager'), 'newcomer');
  await setRoles(server.database.db, 'manager', ['manager', 'finance', 'admin', 'financeDocument', 'tallyAdmin']);
  await setRoles(server.database.db, 'newcomer', ['finance', 'admin', 'financeDocument', 'tallyAdmin']);
});
afterAll(() => server.close());

const HANDS = [
  ['the manager', 'manager'],
  ['the stand-in', 'newcomer'],
] as const satisfies readonly (readonly [string, PersonKey])[];
const decidedBy = (id: string, who: PersonKey) =>
  server.database.db
    .updateTable('claims')
    .set({ manager_decided_by: idOf(who) })
    .where('id', '=', id)
    .execute();
const said = ({ status, body }: Answer) => [status, body['code'], body['message']];
const DECIDED_BEFORE = [403, 'FORBIDDEN', MESSAGES.decidedBefore];
const item = (answer: Answer) => dataOf<BulkResult>(answer).refused.map(({ code, message }) => [code, message]);

describe.each(finance.FINANCE_KINDS.flatMap((kind) => HANDS.map(([hand, who]) => [kind, hand, who] as const)))(
  'S10 ACC-21 %s decided by %s',
  (kind, _hand, who) => {
    const approved = async (): Promise<string> => {
      const id = finance.idOfClaim(await finance.CALLS[kind].approved(server, 'employee', 100, 90));
      await decidedBy(id, who);
      return id;
    };

    it.each<[string, (api: Api, id: string) => Promise<Answer>]>([
      ['approve', (api, id) => finance.approve(api, kind, id)],
      ['reject', (api, id) => finance.reject(api, kind, id)],
    ])('finance: %s', async (_name, act) => {
      const id = await approved();
      expect(said(await act(await as(who), id))).toEqual(DECIDED_BEFORE);
      expect((await act(await as('finance'), id)).status).toBe(200);
    });

    it('finance: in bulk, and what finance decided is not taken back', async () => {
      const id = await approved();
      for (const approving of [true, false])
        expect(
          item(await finance.bulk(await as(who), kind, { ids: [id], approved: approving, comments: 'No' })),
        ).toEqual([['FORBIDDEN', MESSAGES.decidedBefore]]);
      expect(
        dataOf<BulkResult>(await finance.bulk(await as('finance'), kind, { ids: [id], approved: true })).done,
      ).toEqual([id]);
      expect(said(await finance.revive(await as(who), kind, id))).toEqual(DECIDED_BEFORE);
      expect(dataOf(await finance.revive(await as('finance'), kind, id))).toMatchObject({
        financeApprovalStatus: 'FINANCE_PENDING',
      });
    });

    it('the answers say so to its reader, and to nobody else', async () => {
      const id = await approved();
      const flags = async (reader: PersonKey) => {
        const api = await as(reader);
        const listed = (await finance.list(api, kind, '&filter=MANAGER_APPROVAL_DATE:0|')).results.content.find(
          (claim) => finance.idOfClaim(claim) === id,
        );
        const waiting = dataOf<PendingRecord[]>(await api.get(`${urlOf(searchWaiting)}?pageSize=100`)).find(
          (any) => 'claimAmount' in any.record && finance.idOfClaim(any.record) === id,
        );
        const seen = dataOf<SeenRecord>(await api.get(`/api/v1/record/${id}`));
        return [listed, waiting?.record, seen.record.record].map((record) => record && 'decidedByYou' in record);
      };
      // What waits for one's decision is without it.
      expect([await flags(who), await flags('finance')]).toEqual([
        [true, undefined, true],
        [false, false, false],
      ]);
    });

    it('HOME-7 NAV-5: is neither counted nor listed as one’s own to decide', async () => {
      // In finance's window, which leaves out what was approved just now (FIN-6).
      const now = server.clock.now;
      const told = async (reader: PersonKey) => {
        const api = await as(reader);
        const all = (await api.get(`${urlOf(searchWaiting)}?pageSize=100`)).body;
        server.clock.now = now + 40 * 86_400_000;
        const counts = dataOf<PendingCounts>(await (await as(reader)).get(urlOf(countWaiting)));
        server.clock.now = now;
        return {
          counted: Object.values(counts.finance ?? {}).reduce((sum, n) => sum + n, 0),
          total: Number(all['totalElements']),
        };
      };
      const before = { [who]: await told(who), finance: await told('finance') };
      await approved();
      expect(await told(who)).toEqual(before[who]);
      expect(await told('finance')).toEqual({ counted: before.finance.counted + 1, total: before.finance.total + 1 });
    });
  },
);

describe('S10 ACC-21 PAY-6 paying', () => {
  const pay = async (who: PersonKey, id: string): Promise<boolean> =>
    tally.sheetOf(
      await tally.payments(
        await as(who),
        await tally.xlsx([tally.PAYMENT_HEAD, [id, 1, '15-07-2026', `of ${id} by ${who}`]]),
      ),
    ).done === 1;

  it.each<[string, Record<string, string>]>([
    ['one’s own', { owner_id: 'newcomer' }],
    ['what one decided as its manager', { manager_decided_by: 'newcomer' }],
    ['what one decided for finance', { finance_decided_by: 'newcomer' }],
  ])('%s is for somebody else', async (_name, columns) => {
    const [id = ''] = await tally.approvedClaims(server, 1);
    const ids = Object.fromEntries(Object.entries(columns).map(([column, who]) => [column, idOf(who as PersonKey)]));
    await server.database.db.updateTable('claims').set(ids).where('id', '=', id).execute();
    expect([await pay('newcomer', id), await pay('finance-docs', id)]).toEqual([false, true]);
  });
});

describe.each(HANDS)('S10 ACC-21 a trip decided by %s', (_hand, who) => {
  const approved = async (columns: Record<string, unknown> = {}): Promise<string> => {
    const id = dataOf<Trip>(await trips.create(await as('employee'))).tripId;
    expect((await trips.managerApprove(await as(who), id)).status).toBe(200);
    if (Object.keys(columns).length > 0)
      await server.database.db.updateTable('trips').set(columns).where('id', '=', id).execute();
    return id;
  };
  const ticket = async (api: Api) => ({ ticketAmount: 100, ticketUrl: [await api.bill('a ticket')] });
  const leaving = { cancellation_status: 'PENDING', ticket_amount: 10_000 };

  it.each<[string, Record<string, unknown>, (api: Api, id: string) => Promise<Answer>]>([
    ['approve', {}, (api, id) => trips.adminApprove(api, id)],
    ['reject', {}, (api, id) => trips.adminReject(api, id, { adminRemarks: 'No' })],
    ['add tickets', {}, async (api, id) => trips.ticket(api, id, await ticket(api))],
    [
      'add another ticket',
      { ticket_status: 'UPDATED', ticket_amount: 100 },
      async (api, id) => trips.furtherTicket(api, id, { ...(await ticket(api)), reason: 'Return' }),
    ],
    [
      'settle the cancellation',
      leaving,
      (api, id) => trips.settle(api, id, { ticketRefundAmount: 1, amountToBeDeductedFromSalary: 0 }),
    ],
    ['refuse the cancellation', leaving, (api, id) => trips.refuseCancellation(api, id, { adminRemarks: 'No' })],
    [
      'mark a no-show',
      { admin_status: 'ADMIN_APPROVED', start_date: '2026-07-01', end_date: '2026-07-02' },
      (api, id) => trips.noShow(api, id),
    ],
  ])('admin: %s', async (_name, columns, act) => {
    const id = await approved(columns);
    expect(said(await act(await as(who), id))).toEqual(DECIDED_BEFORE);
    expect(said(await act(await as('admin'), id))).toEqual([200, undefined, undefined]);
  });

  it('admin: in bulk; the list says so to its reader', async () => {
    const id = await approved();
    const told = async (reader: PersonKey) =>
      (await trips.search(await as(reader), '?pageSize=100&filter=MANAGER_APPROVAL_STATUS:0')).body[
        'content'
      ] as Trip[];
    const flag = async (reader: PersonKey) => (await told(reader)).find(({ tripId }) => tripId === id)?.decidedByYou;
    expect([await flag(who), await flag('admin')]).toEqual([true, undefined]);
    expect(item(await trips.bulkAdmin(await as(who), { ids: [id], approved: true }))).toEqual([
      ['FORBIDDEN', MESSAGES.decidedBefore],
    ]);
    expect(dataOf<BulkResult>(await trips.bulkAdmin(await as('admin'), { ids: [id], approved: true })).done).toEqual([
      id,
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['to approve', {}],
    ['to cancel', { ...leaving, admin_status: 'ADMIN_APPROVED' }],
  ])('HOME-7 NAV-5: %s, is neither counted nor listed as one’s own to decide', async (_name, columns) => {
    const told = async (reader: PersonKey) => {
      const api = await as(reader);
      const { admin } = dataOf<PendingCounts>(await api.get(urlOf(countWaiting)));
      return {
        counted: (admin?.trips ?? 0) + (admin?.cancellations ?? 0),
        total: Number((await api.get(`${urlOf(searchWaiting)}?pageSize=100`)).body['totalElements']),
      };
    };
    const before = { [who]: await told(who), admin: await told('admin') };
    const id = await approved(columns);
    const listed = async (reader: PersonKey) =>
      dataOf<PendingRecord[]>(await (await as(reader)).get(`${urlOf(searchWaiting)}?pageSize=100`)).some(
        ({ record }) => 'tripId' in record && record.tripId === id,
      );
    expect([await told(who), await listed(who)]).toEqual([before[who], false]);
    expect([await told('admin'), await listed('admin')]).toEqual([
      { counted: before.admin.counted + 1, total: before.admin.total + 1 },
      true,
    ]);
  });
});

describe('S10 ACC-22 who may arrange it', () => {
  it('an admin makes neither themselves a manager of others, nor the manager whom they stand in for', async () => {
    const refused = async (who: PersonKey, manager: PersonKey) =>
      (await moveTo(await as(who), 'employee3', manager)).body['errors'];
    expect(await refused('manager', 'manager')).toEqual({
      manager: 'You cannot make yourself the manager of somebody else',
    });
    expect(await refused('newcomer', 'manager')).toEqual({
      manager: 'You stand in for this manager. Another admin must make the change',
    });
    expect((await moveTo(await as('admin'), 'employee3', 'manager')).status).toBe(200);
  });

  it('an admin names no stand-in of the own manager', async () => {
    const answer = await name(await as('admin'), 'employee2', [3, 3], { manager: email('director') });
    expect(said(answer)).toEqual([403, 'FORBIDDEN', OWN_MANAGERS_STAND_IN]);
    expect((await name(await as('admin'), 'employee2', [3, 3], { manager: email('manager2') })).status).toBe(200);
  });
});
