import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { countWaiting } from '#contract/calls/home.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { PendingCounts } from '#contract/home.ts';
import type { Trip } from '#contract/trip.ts';
import { changeManager } from '#server/modules/approvals/managers.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { handIn, intakeRow, KEY, taken } from '#tests/support/conveyance.ts';
import { moveTo } from '#tests/support/delegations.ts';
import { told } from '#tests/support/enquiries.ts';
import { approve, create, dataOf, file, own, update, expenseBody } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import * as trips from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
let manager2: Api;
let admin: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: KEY });
  [employee, manager, manager2, admin] = [
    await server.as('employee'),
    await server.as('manager'),
    await server.as('manager2'),
    await server.as('admin'),
  ];
});
afterAll(() => server.close());
afterEach(async () => {
  await moveTo(admin, 'employee', 'manager');
});

const waiting = async (api: Api): Promise<PendingCounts['manager']> =>
  dataOf<PendingCounts>(await api.get(urlOf(countWaiting))).manager;
const tripOf = async (id: string) =>
  server.database.db
    .selectFrom('trips')
    .select(['manager_id', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Until a connection waits for what another one holds. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      n: number;
    }>`
      select count(*)::int as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(server.database.db);
    if ((rows[0]?.n ?? 0) > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('another manager', () => {
  it('ACC-19 pending claims of every kind and trips move along, decided ones stay; log and totals follow', async () => {
    const pending = await file(employee);
    const decided = dataOf(await approve(manager, (await file(employee)).expenseId));
    const trip = dataOf<Trip>(await trips.create(employee));
    const cancelled = dataOf<Trip>(await trips.create(employee));
    await trips.cancel(employee, cancelled.tripId, { cancellationRemarks: 'No need' });
    const travelClaim = await travel.file(employee, await travel.goneTrip(server));
    const before = [await waiting(manager), await waiting(manager2)];

    expect(dataOf(await moveTo(admin, 'employee', 'manager2'))).toEqual({
      email: email('employee'),
      manager: email('manager2'),
      claims: 2,
      trips: 1,
    });

    expect(await own(employee, pending.expenseId)).toMatchObject({
      managerEmail: email('manager2'),
      version: 2,
      managerApprovalStatus: 'MANAGER_PENDING',
    });
    expect(await own(employee, decided.expenseId)).toMatchObject({ managerEmail: email('manager'), version: 2 });
    expect(await tripOf(trip.tripId)).toEqual({ manager_id: idOf('manager2'), version: 2 });
    expect((await tripOf(cancelled.tripId)).manager_id).toBe(idOf('manager'));
    expect(await waiting(manager)).toEqual({
      ...before[0],
      trips: (before[0]?.trips ?? 0) - 1,
      local: (before[0]?.local ?? 0) - 1,
      travel: (before[0]?.travel ?? 0) - 1,
    });
    expect(await waiting(manager2)).toEqual({
      ...before[1],
      trips: (before[1]?.trips ?? 0) + 1,
      local: (before[1]?.local ?? 0) + 1,
      travel: (before[1]?.travel ?? 0) + 1,
    });
    for (const id of [pending.expenseId, trip.tripId, travelClaim.expenseId]) {
      const [row] = await told(employee, id);
      expect(row).toMatchObject({
        what: 'Handed to another manager',
        changes: [{ field: 'Manager', before: 'Ravi Menon', after: expect.any(String) }],
      });
    }
    expect((await approve(manager, pending.expenseId)).status).toBe(404);
    expect(dataOf(await approve(manager2, pending.expenseId))).toMatchObject({ decidedBy: null });
    expect((await trips.managerApprove(manager2, trip.tripId)).status).toBe(200);
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('ACC-19 a change of the claimant’s that was made on the version before is told so', async () => {
    const claim = await file(employee);
    await moveTo(admin, 'employee', 'manager2');
    const answer = await update(employee, claim.expenseId, expenseBody(await employee.bill('later')), {
      'if-match': '"1"',
    });
    expect(answer.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: 2 } });
  });

  it('ACC-19 a trip that was approved and is changed afterwards waits for the manager of now', async () => {
    const trip = dataOf<Trip>(await trips.create(employee));
    await trips.managerApprove(manager, trip.tripId);
    await moveTo(admin, 'employee', 'manager2');
    expect((await tripOf(trip.tripId)).manager_id).toBe(idOf('manager'));
    const edited = dataOf<Trip>(await trips.update(employee, trip.tripId, trips.tripBody({ arrivalCity: 'Mumbai' })));
    expect(edited).toMatchObject({ managerApprovalStatus: 'MANAGER_PENDING', managerEmail: email('manager2') });
    expect((await trips.managerApprove(manager, trip.tripId)).status).toBe(404);
    expect((await trips.managerApprove(manager2, trip.tripId)).status).toBe(200);
  });

  it('ACC-19 the same manager again changes nothing', async () => {
    const claim = await file(employee);
    expect(dataOf(await moveTo(admin, 'employee', 'manager'))).toMatchObject({ claims: 0, trips: 0 });
    expect((await own(employee, claim.expenseId)).version).toBe(1);
  });

  it('ACC-19 a decision and the change at once: decided by the former manager, or with the new one', async () => {
    for (let round = 0; round < 4; round += 1) {
      await moveTo(admin, 'employee', 'manager');
      const claim = await file(employee);
      const [decision] = await Promise.all([approve(manager, claim.expenseId), moveTo(admin, 'employee', 'manager2')]);
      const now = await own(employee, claim.expenseId);
      expect(now.version).toBe(2);
      if (decision.status === 200)
        expect(now).toMatchObject({ managerApprovalStatus: 'MANAGER_APPROVED', managerEmail: email('manager') });
      else expect(now).toMatchObject({ managerApprovalStatus: 'MANAGER_PENDING', managerEmail: email('manager2') });
    }
  });

  it.each<[string, () => Promise<() => Promise<string>>]>([
    [
      'a local claim',
      async () => {
        const bill = await employee.bill('in the same moment');
        return async () => dataOf<{ expenseId: string }>(await create(employee, expenseBody(bill))).expenseId;
      },
    ],
    ['a trip', async () => async () => dataOf<Trip>(await trips.create(employee)).tripId],
    [
      'a travel claim',
      async () => {
        const trip = await travel.goneTrip(server);
        const bill = await employee.bill('in the same moment on a trip');
        return async () =>
          dataOf<{ expenseId: string }>(await travel.create(employee, trip, travel.travelBody(bill))).expenseId;
      },
    ],
    [
      'a trip of the sales app',
      async () => async () => taken(await handIn(server, [intakeRow()])).done[0]?.tripId ?? '',
    ],
    [
      'an approved trip that is edited',
      async () => {
        const { tripId } = dataOf<Trip>(await trips.create(employee));
        await trips.managerApprove(manager, tripId);
        return async () =>
          dataOf<Trip>(await trips.update(employee, tripId, trips.tripBody({ arrivalCity: 'Mumbai' }))).tripId;
      },
    ],
  ])('ACC-19 %s in the same moment as the change waits for the new manager', async (_name, prepare) => {
    const { db, kind } = server.database;
    const make = await prepare();
    const doer = { now: NOW, origin: 'test', key: null, actor: { id: idOf('admin') } };
    let made: Promise<string> | undefined;
    await db.transaction().execute(async (tx) => {
      await changeManager(tx, doer, idOf('employee'), idOf('manager2'));
      // The embedded database lets nobody in meanwhile: there it is made right after.
      if (kind !== 'postgres') return;
      made = make();
      await Promise.race([made, somebodyWaits()]);
    });
    const id = await (made ?? make());
    const rows = await db
      .selectFrom('claims')
      .select('manager_id')
      .where('id', '=', id)
      .unionAll(db.selectFrom('trips').select('manager_id').where('id', '=', id))
      .execute();
    expect(rows).toEqual([{ manager_id: idOf('manager2') }]);
    expect(await verifyAudit(db)).toBeNull();
  });

  it('ACC-19 what is filed with a manager replaced after the session was read says who it waits for', async () => {
    const [answer] = await Promise.all([file(employee), moveTo(admin, 'employee', 'manager2')]);
    expect((await own(employee, answer.expenseId)).managerEmail).toBe(email('manager2'));
  });

  it.each<[string, Record<string, unknown>, string, string]>([
    ['nobody', { email: 'nobody@example.com' }, 'email', 'No active employee has this e-mail'],
    ['one’s own', { email: email('admin') }, 'email', 'Only another admin can change your own manager'],
    ['to a stranger', { manager: 'nobody@example.com' }, 'manager', 'No active employee has this e-mail'],
    ['to somebody who is no manager', { manager: email('finance') }, 'manager', 'This is not a manager'],
    [
      'to themselves',
      { email: email('manager'), manager: email('manager') },
      'manager',
      'A person cannot be their own manager',
    ],
    [
      'to one who reports to them',
      { email: email('director'), manager: email('manager') },
      'manager',
      'This manager reports to the same person',
    ],
    ['without a manager', { manager: undefined }, 'manager', 'Please enter the new manager'],
  ])('ACC-20 %s: refused in words', async (_name, body, field, message) => {
    const answer = await admin.put('/api/v1/user/manager', {
      email: email('employee'),
      manager: email('manager2'),
      ...body,
    });
    expect([answer.status, answer.body['errors']]).toEqual([422, { [field]: message }]);
  });

  it('ACC-20 only an admin', async () => {
    for (const api of [employee, manager, await server.as('finance')])
      expect((await moveTo(api, 'employee', 'manager2')).status).toBe(403);
  });
});
