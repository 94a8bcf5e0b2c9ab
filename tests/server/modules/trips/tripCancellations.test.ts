import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import { cancelTrip } from '#contract/calls/trips.ts';
import { urlOf } from '#contract/endpoint.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { cancel, create, expenseIds, migrate, tripBody, update } from '#tests/support/trips.ts';
import { unlocked } from '#tests/support/unlocked.ts';
import { tripOf, APPROVED, refusalOf } from './tripFixtures.ts';

let server: TestServer;
let employee: Api;
beforeAll(async () => {
  server = await startServer();
  employee = await server.as('employee');
});
afterAll(() => server.close());

const ask = async (changes: Record<string, unknown> = {}, who: PersonKey = 'employee'): Promise<Trip> =>
  dataOf<Trip>(await create(await server.as(who), tripBody(changes)));
/** Puts a trip into a state that others would bring it to. */
const put = (id: string, columns: Record<string, unknown>) =>
  server.database.db.updateTable('trips').set(columns).where('id', '=', id).execute();
const stored = (id: string) =>
  server.database.db.selectFrom('trips').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const log = (id: string) =>
  server.database.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).orderBy('version').execute();
let claims = 0;
const fileClaim = async (tripId: string, more: Record<string, unknown> = {}): Promise<string> => {
  claims += 1;
  const id = `EXPTEST${String(claims).padStart(3, '0')}`;
  await server.database.db
    .insertInto('claims')
    .values({
      id,
      kind: 2,
      owner_id: idOf('employee'),
      manager_id: idOf('manager'),
      type: 'FOOD',
      expense_date: '2026-07-10',
      claim_amount: 100,
      trip_id: tripId,
      details: '{}',
      version: 1,
      created_at: NOW,
      updated_at: NOW,
      ...more,
    } as never)
    .execute();
  return id;
};

describe('cancelling a trip', () => {
  it('TRIP-7 one nobody approved, without a ticket, is cancelled at once', async () => {
    const { tripId } = await ask();
    const cancelled = tripOf(await cancel(employee, tripId, tripBody({ cancellationRemarks: ' Client moved it ' })));
    expect(cancelled).toMatchObject({
      cancellationStatus: 'APPROVED',
      cancellationRemarks: 'Client moved it',
      version: 2,
    });
    expect((await log(tripId)).map((row) => row.action)).toEqual(['create', 'cancel-at-once']);
  });

  it.each([
    ['the manager approved', APPROVED],
    ['both approved', { ...APPROVED, admin_status: 'ADMIN_APPROVED' }],
    ['has a ticket', { ticket_status: 'UPDATED' }],
    ['the admin rejected', { ...APPROVED, admin_status: 'ADMIN_REJECTED' }],
  ])('TRIP-7 one that %s waits for the admin', async (_, state) => {
    const { tripId } = await ask();
    await put(tripId, state);
    expect(tripOf(await cancel(employee, tripId))).toMatchObject({
      cancellationStatus: 'PENDING',
      cancellationRemarks: null,
    });
    expect((await log(tripId)).at(-1)).toMatchObject({ action: 'cancel' });
    expect(refusalOf(await cancel(employee, tripId))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Cancellation was already asked for',
    });
  });

  it('TRIP-7 not one the manager rejected, and not one with claims; a withdrawn claim is none', async () => {
    const { tripId: rejected } = await ask();
    await put(rejected, { manager_status: 'MANAGER_REJECTED' });
    expect((await cancel(employee, rejected)).status).toBe(409);
    const { tripId } = await ask();
    await put(tripId, { ...APPROVED, admin_status: 'ADMIN_APPROVED' });
    const claim = await fileClaim(tripId);
    expect(refusalOf(await cancel(employee, tripId))).toMatchObject({
      status: 409,
      message: 'This trip has expenses and cannot be cancelled',
    });
    await server.database.db.updateTable('claims').set({ withdrawn_at: NOW }).where('id', '=', claim).execute();
    expect((await cancel(employee, tripId)).status).toBe(200);
  });

  it('TRIP-8 on a cancelled trip whatever is tried is 409', async () => {
    const { tripId } = await ask({ travelToBeDoneBy: 'CANDIDATE', traveller: 'x', travellerDOB: 0 });
    await cancel(employee, tripId);
    for (const answer of [
      await update(employee, tripId),
      await cancel(employee, tripId),
      await migrate(employee, tripId, 'KH1002'),
    ])
      expect(refusalOf(answer)).toEqual({ status: 409, code: 'CONFLICT', message: 'This trip was cancelled' });
  });

  it('TRIP-7 422 for a remark that cannot be stored', async () => {
    const { tripId } = await ask();
    expect((await cancel(employee, tripId, { cancellationRemarks: 'x'.repeat(2001) })).body).toMatchObject({
      code: 'INVALID',
      errors: { cancellationRemarks: 'Remarks cannot be longer than 2000 characters' },
    });
    expect(await stored(tripId)).toMatchObject({ cancellation_status: 'NOT_INITIATED', version: 1 });
  });

  it('TRIP-7 a claim being filed and a cancellation at the same moment: one wins', async () => {
    const { db } = server.database;
    const { tripId } = await ask();
    await put(tripId, { ...APPROVED, admin_status: 'ADMIN_APPROVED' });
    // As filing a claim does: the trip's row is locked until the claim is stored.
    let cancelled: Promise<Answer> | undefined;
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('trips').select('id').where('id', '=', tripId).forShare().execute();
      if (server.database.kind === 'postgres') cancelled = cancel(employee, tripId);
      await tx
        .insertInto('claims')
        .values({
          id: 'EXPRACE',
          kind: 2,
          owner_id: idOf('employee'),
          manager_id: idOf('manager'),
          type: 'FOOD',
          expense_date: '2026-07-10',
          claim_amount: 100,
          trip_id: tripId,
          details: '{}',
          version: 1,
          created_at: NOW,
          updated_at: NOW,
        } as never)
        .execute();
    });
    expect(refusalOf(await (cancelled ?? cancel(employee, tripId)))).toMatchObject({
      status: 409,
      message: 'This trip has expenses and cannot be cancelled',
    });
    expect(await stored(tripId)).toMatchObject({ cancellation_status: 'NOT_INITIATED' });
  });
});

describe('the claims of a trip', () => {
  it('TRIP-7 stand by their dates; an empty map for none', async () => {
    const { tripId } = await ask();
    expect(dataOf<unknown>(await expenseIds(employee, tripId))).toEqual({});
    const first = await fileClaim(tripId);
    const second = await fileClaim(tripId);
    const third = await fileClaim(tripId, { expense_date: '2026-07-11' });
    await fileClaim(tripId, { withdrawn_at: NOW });
    const day = (text: string) => String(Date.parse(`${text}T00:00:00+05:30`));
    expect(dataOf<unknown>(await expenseIds(employee, tripId))).toEqual({
      [day('2026-07-10')]: [first, second],
      [day('2026-07-11')]: [third],
    });
  });
  it('ACC-4 ACC-13 finance is told of the claims a manager approved; a trip without any is not there', async () => {
    const { tripId } = await ask();
    const finance = await server.as('finance');
    await fileClaim(tripId);
    expect((await expenseIds(finance, tripId)).status).toBe(404);
    const approved = await fileClaim(tripId, { manager_status: 'MANAGER_APPROVED', manager_amount: 100 });
    expect(Object.values(dataOf<Record<string, string[]>>(await expenseIds(finance, tripId)))).toEqual([[approved]]);
    expect((await expenseIds(finance, 'TRP0')).status).toBe(404);
  });
});

describe('once and for all', () => {
  const key = (name: string) => ({ 'Idempotency-Key': `trip-${name}-0001` });
  it('WIRE-8 the same key and request: the stored answer, by however many at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => create(employee, tripBody({ remarks: 'once' }), key('race'))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.filter((answer) => answer.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(answers.every((answer) => answer.headers.get('idempotency-key') === 'trip-race-0001')).toBe(true);
    expect(
      await server.database.db.selectFrom('trips').select('id').where('creation_key', '=', 'trip-race-0001').execute(),
    ).toHaveLength(1);
  });
  it('WIRE-8 the same key, another request: 422; another person’s key is their own', async () => {
    const first = await create(employee, tripBody(), key('same'));
    expect((await create(employee, tripBody({ remarks: 'other' }), key('same'))).body).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const other = await create(await server.as('employee2'), tripBody(), key('same'));
    expect([other.status, tripOf(other).tripId === tripOf(first).tripId]).toEqual([200, false]);
  });
  it('WIRE-9 what a key made is made once, also when its answer is forgotten', async () => {
    const first = tripOf(await create(employee, tripBody(), key('ever')));
    await server.database.db.deleteFrom('idempotency').execute();
    await update(employee, first.tripId, tripBody({ remarks: 'later' }));
    server.clock.now += 1000;
    const again = await create(employee, tripBody(), key('ever'));
    server.clock.now = NOW;
    expect([tripOf(again).tripId, tripOf(again).remarks, again.headers.get('idempotency-replayed')]).toEqual([
      first.tripId,
      'later',
      'true',
    ]);
  });
  it('WIRE-10 a replay of a change is answered before its version and state are looked at', async () => {
    const { tripId } = await ask();
    const first = await cancel(employee, tripId, {}, { ...key('cancel'), 'If-Match': '"1"' });
    const again = await cancel(employee, tripId, {}, { ...key('cancel'), 'If-Match': '"1"' });
    expect([first.status, again.status, again.text === first.text, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      200,
      true,
      'true',
    ]);
    expect((await employee.post(urlOf(cancelTrip, { query: { tripId: 'TRP0' } }), {}, key('cancel'))).status).toBe(404);
  });
  it('TRIP-7 many cancellations at once: one is done', async () => {
    const { tripId } = await ask();
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(employee, tripId)));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await stored(tripId)).toMatchObject({ version: 2 });
  });
  it('AUD-1 the log of all trips holds, and tells when a trip’s last row is cut off', async () => {
    const { db } = server.database;
    expect(await verifyAudit(db)).toBeNull();
    const { tripId } = await ask();
    await update(employee, tripId);
    await unlocked(db, (tx) =>
      tx.deleteFrom('audit_log').where('record_id', '=', tripId).where('version', '=', 2).execute(),
    );
    expect(await verifyAudit(db)).toEqual({ recordId: tripId, version: 1, reason: 'the rows after it are missing' });
  });
});
