import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { setExceptionalDate } from '#contract/calls/exceptionalDates.ts';
import type { LocalExpense, TravelExpense } from '#contract/expense.ts';
import type { Trip } from '#contract/trip.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Api, Answer } from '#tests/support/api.ts';
import { approve, create, dataOf, DAY, expenseBody, own, update } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create as createTravel, goneTrip, travelBody } from '#tests/support/travelClaims.ts';
import { create as createTrip, inDays, tripBody } from '#tests/support/trips.ts';
import { newKey, heard, said, historyOf } from './savedMomentFixtures.ts';

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
/** A claim for a day so long before NOW. */
const claimOf = async (daysBack: number, headers: Record<string, string>): Promise<Answer> =>
  create(
    employee,
    expenseBody(await employee.bill(`of ${daysBack} days`), { expenseDate: NOW - daysBack * DAY }),
    headers,
  );

describe('P19 a claim carries the moment it was saved', () => {
  it('P19 TM-2: saved on day 90 and sent on day 92, it is judged for the day it was saved; both are kept', async () => {
    const token = await heard(employee);
    server.clock.now = NOW + 2 * DAY;
    const claim = dataOf<LocalExpense>(await claimOf(90, said(NOW + 60_000, token)));
    expect(claim).toMatchObject({ createdAt: NOW + 2 * DAY, savedAt: NOW + 60_000 });
    expect(await own(employee, claim.expenseId)).toMatchObject({ savedAt: NOW + 60_000 });
    expect((await historyOf(employee, claim.expenseId))[0]).toMatchObject({
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
    const token = await heard(employee);
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
    const token = await heard(employee);
    server.clock.now = NOW + 2 * DAY;
    expect((await claimOf(91, said(NOW - 400 * DAY, token))).status).toBe(422);
    expect(dataOf<LocalExpense>(await claimOf(90, said(NOW - 400 * DAY, token))).savedAt).toBe(NOW);
  });

  it('P19 TM-2: a clock 400 days ahead gains nothing: it was saved when it arrived', async () => {
    const token = await heard(employee);
    server.clock.now = NOW + 2 * DAY;
    expect((await claimOf(-3, said(NOW + 400 * DAY, token))).body).toMatchObject({
      errors: { expenseDate: 'Expense date cannot be in the future' },
    });
    const claim = dataOf<LocalExpense>(await claimOf(5, said(NOW + 400 * DAY, token)));
    expect(claim.savedAt).toBe(claim.createdAt);
  });

  it('P19 TM-2: an old word of the server, said again, gains 30 days at the most', async () => {
    server.clock.now = NOW - 60 * DAY;
    const token = await heard(employee);
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
    const token = await heard(employee);
    const key = newKey();
    const body = expenseBody(await employee.bill('again'), { expenseDate: NOW - 90 * DAY });
    const first = await create(employee, body, said(NOW, token, key));
    server.clock.now = NOW + 7 * DAY;
    const again = await create(employee, body, said(NOW, token, key));
    expect([first.status, again.status, again.text === first.text]).toEqual([200, 200, true]);
  });

  it('P19: an edit to another day and a trip are judged for the day they were saved, and 1 April too', async () => {
    const token = await heard(employee);
    const claim = dataOf<LocalExpense>(await claimOf(1, {}));
    server.clock.now = NOW + 2 * DAY;
    const body = expenseBody(claim.billUrl[0]?.fingerPrint ?? '', { expenseDate: NOW - 90 * DAY });
    expect((await update(employee, claim.expenseId, body, { [HEADERS.ifMatch]: '"1"' })).status).toBe(422);
    expect(
      (await update(employee, claim.expenseId, body, { ...said(NOW, token), [HEADERS.ifMatch]: '"1"' })).status,
    ).toBe(200);
    expect((await historyOf(employee, claim.expenseId))[0]).toMatchObject({
      what: 'Changed',
      at: NOW + 2 * DAY,
      savedAt: NOW,
    });
    const trip = tripBody({ startDate: inDays(-90), endDate: inDays(-89) });
    expect((await createTrip(employee, trip, { [HEADERS.idempotencyKey]: newKey() })).status).toBe(422);
    expect(dataOf<Trip>(await createTrip(employee, trip, said(NOW, token)))).toMatchObject({
      createdAt: NOW + 2 * DAY,
      savedAt: NOW,
    });

    // From July on the year begins at this April; on 30 June the one before still counted.
    server.clock.now = Date.parse('2026-06-29T12:00:00+05:30');
    const june = await heard(employee);
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
    const before = await heard(employee);
    const set = (date: number | null) => admin.put(urlOf(setExceptionalDate), { email: email('employee'), date });
    server.clock.now = NOW + 3_600_000;
    expect((await set(Date.parse('2025-12-01T12:00:00+05:30'))).status).toBe(200);
    server.clock.now = NOW + DAY;
    const during = await heard(employee);
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
