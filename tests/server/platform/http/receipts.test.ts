import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalExpense } from '#contract/expense.ts';
import type { Trip } from '#contract/trip.ts';
import { HEADERS } from '#contract/headers.ts';
import type { Api } from '#tests/support/api.ts';
import { create, dataOf, DAY, expenseBody, found } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create as createTravel, goneTrip } from '#tests/support/travelClaims.ts';
import { create as createTrip, tripBody } from '#tests/support/trips.ts';
import { unlocked } from '#tests/support/unlocked.ts';
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
    const answer = await create(employee, body, said(server.clock.now - 60_000, await heard(employee), key));
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
    expect((await historyOf(employee, back.expenseId))[0]).toMatchObject({
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
