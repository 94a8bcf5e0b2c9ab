import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { recordHistory } from '#contract/calls/records.ts';
import { setExceptionalDate } from '#contract/calls/exceptionalDates.ts';
import type { LocalExpense, TravelExpense } from '#contract/expense.ts';
import type { HistoryRow } from '#contract/record.ts';
import type { Trip } from '#contract/trip.ts';
import { HEADERS } from '#contract/session.ts';
import type { Api, Answer } from '#tests/support/api.ts';
import { approve, create, dataOf, DAY, expenseBody, found, own, update } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create as createTravel, goneTrip, travelBody } from '#tests/support/travelClaims.ts';
import { create as createTrip, inDays, tripBody } from '#tests/support/trips.ts';
import { unlocked } from '#tests/support/unlocked.ts';

/**
 * What a client says of the past (TM-2, TM-5): believed as far as the server itself bears it out, and for the rules of
 * the owner's dates alone.
 */

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());
beforeEach(() => {
  server.clock.now = NOW;
});

let keys = 0;
const newKey = (): string => `a-key-of-the-past-${(keys += 1)}`;
/** The server's word for what time it was, as it goes out with every answer. */
const heard = async (api: Api = employee): Promise<string> =>
  (await api.get('/api/v1/user/role')).headers.get(HEADERS.heardAt) ?? '';
const said = (savedAt: number, heardAt: string, key = newKey()): Record<string, string> => ({
  [HEADERS.idempotencyKey]: key,
  [HEADERS.savedAt]: String(savedAt),
  [HEADERS.heardAt]: heardAt,
});
/** A claim for a day so long before NOW. */
const claimOf = async (daysBack: number, headers: Record<string, string>): Promise<Answer> =>
  create(
    employee,
    expenseBody(await employee.bill(`of ${daysBack} days`), { expenseDate: NOW - daysBack * DAY }),
    headers,
  );
const historyOf = async (id: string): Promise<HistoryRow[]> =>
  dataOf<HistoryRow[]>(await employee.get(urlOf(recordHistory, { parts: { id } })));

describe('P19 a claim carries the moment it was saved', () => {
  it('P19 TM-2: saved on day 90 and sent on day 92, it is judged for the day it was saved; both are kept', async () => {
    const token = await heard();
    server.clock.now = NOW + 2 * DAY;
    const claim = dataOf<LocalExpense>(await claimOf(90, said(NOW + 60_000, token)));
    expect(claim).toMatchObject({ createdAt: NOW + 2 * DAY, savedAt: NOW + 60_000 });
    expect(await own(employee, claim.expenseId)).toMatchObject({ savedAt: NOW + 60_000 });
    expect((await historyOf(claim.expenseId))[0]).toMatchObject({
      what: 'Raised',
      at: NOW + 2 * DAY,
      savedAt: NOW + 60_000,
    });
    const log = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', claim.expenseId)
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ at: NOW + 2 * DAY, after: { savedAt: NOW + 60_000 } });
  });

  it('P19 TM-2: nothing said, or nothing of the server’s to bear it out: judged by arrival', async () => {
    const token = await heard();
    const others = await heard(await server.as('employee2'));
    server.clock.now = NOW + 2 * DAY;
    const made = [
      {},
      { [HEADERS.savedAt]: String(NOW) },
      { [HEADERS.heardAt]: token },
      said(NOW, ''),
      said(NOW, `${NOW}`),
      said(NOW, `${NOW - DAY}.${token.split('.')[1]}`),
      said(NOW, others),
      { ...said(NOW, token), [HEADERS.savedAt]: 'yesterday' },
    ];
    for (const headers of made)
      expect((await claimOf(90, headers)).body).toMatchObject({
        code: 'INVALID',
        errors: { expenseDate: 'Expense date cannot be more than 90 days ago' },
      });
  });

  it('P19 TM-2: a clock 400 days behind gains no more than the time since the server was last heard', async () => {
    const token = await heard();
    server.clock.now = NOW + 2 * DAY;
    expect((await claimOf(91, said(NOW - 400 * DAY, token))).status).toBe(422);
    expect(dataOf<LocalExpense>(await claimOf(90, said(NOW - 400 * DAY, token))).savedAt).toBe(NOW);
  });

  it('P19 TM-2: a clock 400 days ahead gains nothing: it was saved when it arrived', async () => {
    const token = await heard();
    server.clock.now = NOW + 2 * DAY;
    expect((await claimOf(-3, said(NOW + 400 * DAY, token))).body).toMatchObject({
      errors: { expenseDate: 'Expense date cannot be in the future' },
    });
    const claim = dataOf<LocalExpense>(await claimOf(5, said(NOW + 400 * DAY, token)));
    expect(claim.savedAt).toBe(claim.createdAt);
  });

  it('P19 TM-2: an old word of the server, said again, gains 30 days at the most', async () => {
    server.clock.now = NOW - 60 * DAY;
    const token = await heard();
    server.clock.now = NOW;
    expect((await claimOf(121, said(NOW - 60 * DAY, token))).status).toBe(422);
    expect(
      dataOf<LocalExpense>(
        await create(
          employee,
          expenseBody(await employee.bill('thirty'), { expenseDate: NOW - 120 * DAY }),
          said(NOW - 60 * DAY, token),
        ),
      ).savedAt,
    ).toBe(NOW - 30 * DAY);
  });

  it('P19: the same request a week later is answered as it was, whatever it says of the past', async () => {
    const token = await heard();
    const key = newKey();
    const body = expenseBody(await employee.bill('again'), { expenseDate: NOW - 90 * DAY });
    const first = await create(employee, body, said(NOW, token, key));
    server.clock.now = NOW + 7 * DAY;
    const again = await create(employee, body, said(NOW, token, key));
    expect([first.status, again.status, again.text === first.text]).toEqual([200, 200, true]);
  });

  it('P19: an edit to another day and a trip are judged for the day they were saved, and 1 April too', async () => {
    const token = await heard();
    const claim = dataOf<LocalExpense>(await claimOf(1, {}));
    server.clock.now = NOW + 2 * DAY;
    const body = expenseBody(claim.billUrl[0]?.fingerPrint ?? '', { expenseDate: NOW - 90 * DAY });
    expect((await update(employee, claim.expenseId, body, { [HEADERS.ifMatch]: '"1"' })).status).toBe(422);
    expect(
      (await update(employee, claim.expenseId, body, { ...said(NOW, token), [HEADERS.ifMatch]: '"1"' })).status,
    ).toBe(200);
    expect((await historyOf(claim.expenseId))[0]).toMatchObject({ what: 'Changed', at: NOW + 2 * DAY, savedAt: NOW });
    const trip = tripBody({ startDate: inDays(-90), endDate: inDays(-89) });
    expect((await createTrip(employee, trip, { [HEADERS.idempotencyKey]: newKey() })).status).toBe(422);
    expect(dataOf<Trip>(await createTrip(employee, trip, said(NOW, token)))).toMatchObject({
      createdAt: NOW + 2 * DAY,
      savedAt: NOW,
    });

    // From July on the year begins at this April; on 30 June the one before still counted.
    server.clock.now = Date.parse('2026-06-29T12:00:00+05:30');
    const june = await heard();
    server.clock.now = Date.parse('2026-07-01T12:00:00+05:30');
    const march = expenseBody(claim.billUrl[0]?.fingerPrint ?? '', {
      expenseDate: Date.parse('2026-03-31T12:00:00+05:30'),
    });
    expect((await create(employee, march)).status).toBe(422);
    expect((await create(employee, march, said(server.clock.now - 2 * DAY, june))).status).toBe(200);
  });

  it('P19: a travel claim is judged by the exceptional date of the day it was saved', async () => {
    const admin = await server.as('admin');
    const trip = await goneTrip(server, 'employee', {}, {});
    await server.database.db
      .updateTable('trips')
      .set({
        start_date: '2025-12-01',
        end_date: '2025-12-05',
        manager_status: 'MANAGER_APPROVED',
        admin_status: 'ADMIN_APPROVED',
      })
      .where('id', '=', trip)
      .execute();
    const body = travelBody(await employee.bill('december'), { expenseDate: Date.parse('2025-12-03T12:00:00+05:30') });
    const before = await heard();
    const set = (date: number | null) => admin.put(urlOf(setExceptionalDate), { email: email('employee'), date });
    server.clock.now = NOW + 3_600_000;
    expect((await set(Date.parse('2025-12-01T12:00:00+05:30'))).status).toBe(200);
    server.clock.now = NOW + DAY;
    const during = await heard();
    server.clock.now = NOW + 2 * DAY;
    expect((await set(null)).status).toBe(200);
    server.clock.now = NOW + 3 * DAY;
    expect((await createTravel(employee, trip, body, said(NOW, before))).body).toMatchObject({
      errors: { expenseDate: 'Validity expired!' },
    });
    expect((await createTravel(employee, trip, body)).status).toBe(422);
    expect(dataOf<TravelExpense>(await createTravel(employee, trip, body, said(NOW + DAY, during))).savedAt).toBe(
      NOW + DAY,
    );
  });

  it('P19 TM-6: what is said of the past moves no decision', async () => {
    const token = await heard(await server.as('manager'));
    const claim = dataOf<LocalExpense>(await claimOf(1, {}));
    server.clock.now = NOW + 2 * DAY;
    const manager = await server.as('manager');
    expect(
      dataOf<LocalExpense>(await approve(manager, claim.expenseId, undefined, said(NOW - DAY, token))),
    ).toMatchObject({ managerApprovalDate: NOW + 2 * DAY, updatedAt: NOW + 2 * DAY });
  });
});

describe('S8 an id from before is believed for what it was given for', () => {
  it('S8 TM-6: the key and the id of an old trip file no claim of that day, and move no clock', async () => {
    const old = NOW - 482 * DAY;
    const key = newKey();
    server.clock.now = old;
    const trip = dataOf<Trip>(
      await createTrip(await server.as('employee3'), tripBody({ startDate: old + DAY, endDate: old + 2 * DAY }), {
        [HEADERS.idempotencyKey]: key,
      }),
    );
    // As if the database had lost it.
    await server.database.db.deleteFrom('idempotency').where('key', '=', key).execute();
    server.clock.now = NOW;
    const api = server.with(await server.signIn('employee3'));
    const body = expenseBody(await api.bill('482 days'), { expenseDate: NOW - 483 * DAY });
    expect((await create(api, body, { [HEADERS.idempotencyKey]: key, [HEADERS.recordId]: trip.tripId })).status).toBe(
      422,
    );
    const fresh = await create(
      api,
      { ...body, expenseDate: NOW - DAY },
      { [HEADERS.idempotencyKey]: key, [HEADERS.recordId]: trip.tripId },
    );
    const claim = dataOf<LocalExpense>(fresh);
    expect(claim.createdAt).toBe(NOW);
    const { db } = server.database;
    expect(await db.selectFrom('audit_log').select('at').where('record_id', '=', claim.expenseId).execute()).toEqual([
      { at: NOW },
    ]);
    expect(await db.selectFrom('idempotency').select('created_at').where('key', '=', key).execute()).toEqual([
      { created_at: NOW },
    ]);
  });

  /** Files a claim and lets the database forget it, as an older backup would have. */
  async function lost(
    changes: Record<string, unknown> = {},
  ): Promise<{ key: string; body: Record<string, unknown>; claim: LocalExpense; receipt: string }> {
    const key = newKey();
    const body = expenseBody(await employee.bill(key), changes);
    const answer = await create(employee, body, said(server.clock.now - 60_000, await heard(), key));
    const claim = dataOf<LocalExpense>(answer);
    const { db } = server.database;
    await db.deleteFrom('claim_bills').where('claim_id', '=', claim.expenseId).execute();
    await unlocked(db, (tx) => tx.deleteFrom('audit_log').where('record_id', '=', claim.expenseId).execute());
    await db.deleteFrom('claims').where('id', '=', claim.expenseId).execute();
    await db.deleteFrom('idempotency').where('key', '=', key).execute();
    return { key, body, claim, receipt: String(answer.body['receipt']) };
  }
  const again = (it: { key: string; claim: LocalExpense }, receipt: string): Record<string, string> => ({
    [HEADERS.idempotencyKey]: it.key,
    [HEADERS.recordId]: it.claim.expenseId,
    ...(receipt && { [HEADERS.recordReceipt]: receipt }),
  });

  it('S8 X58 TM-5: the server’s receipt brings a lost claim back with number and dates, logged today', async () => {
    const it = await lost({ expenseDate: NOW - 90 * DAY });
    server.clock.now = NOW + 120 * DAY;
    employee = server.with(await server.signIn('employee'));
    const back = dataOf<LocalExpense>(await create(employee, it.body, again(it, it.receipt)));
    expect(back).toMatchObject({
      expenseId: it.claim.expenseId,
      createdAt: it.claim.createdAt,
      savedAt: it.claim.savedAt,
      expenseDate: it.claim.expenseDate,
    });
    const { db } = server.database;
    expect(await db.selectFrom('audit_log').select('at').where('record_id', '=', back.expenseId).execute()).toEqual([
      { at: NOW + 120 * DAY },
    ]);
    expect(await db.selectFrom('idempotency').select('created_at').where('key', '=', it.key).execute()).toEqual([
      { created_at: NOW + 120 * DAY },
    ]);
    expect((await historyOf(back.expenseId))[0]).toMatchObject({
      what: 'Raised',
      at: NOW + 120 * DAY,
      reachedAt: it.claim.createdAt,
    });
    expect((await found(employee)).results.content.map(({ expenseId }) => expenseId)).toContain(back.expenseId);
  });

  it('S8 TM-5: a receipt is for that content, kind, key, record and person', async () => {
    const it = await lost({ expenseDate: NOW - 90 * DAY });
    const another = await lost();
    server.clock.now = NOW + 40 * DAY;
    employee = server.with(await server.signIn('employee'));
    const other = server.with(await server.signIn('employee2'));
    const bill = await other.bill('theirs');
    const tries: [Api, Record<string, unknown>, Record<string, string>][] = [
      [employee, { ...it.body, claimAmount: 9_000 }, again(it, it.receipt)],
      [employee, it.body, again(it, another.receipt)],
      [employee, it.body, again(another, it.receipt)],
      [employee, it.body, again(it, it.receipt.replace(/^\d+/, String(NOW - 10 * DAY)))],
      [employee, it.body, again(it, '')],
      [other, { ...it.body, billUrl: [bill] }, again(it, it.receipt)],
    ];
    for (const [api, body, headers] of tries)
      expect((await create(api, body, headers)).body).toMatchObject({ code: 'INVALID' });
    // A travel claim's number begins as a local expense's does, and still it is none.
    const trip = await goneTrip(server);
    expect(
      (await createTravel(employee, trip, { ...it.body, travelExpenseType: 'OTHER' }, again(it, it.receipt))).status,
    ).toBe(422);
  });

  it('S8 TM-5: a client from before receipts is believed for 30 days', async () => {
    const it = await lost();
    server.clock.now = NOW + 29 * DAY;
    employee = server.with(await server.signIn('employee'));
    expect(dataOf<LocalExpense>(await create(employee, it.body, again(it, '')))).toMatchObject({
      expenseId: it.claim.expenseId,
      createdAt: it.claim.createdAt,
    });
    server.clock.now = NOW;
    const older = await lost();
    server.clock.now = NOW + 31 * DAY;
    expect(dataOf<LocalExpense>(await create(employee, older.body, again(older, ''))).expenseId).not.toBe(
      older.claim.expenseId,
    );
  });
});
