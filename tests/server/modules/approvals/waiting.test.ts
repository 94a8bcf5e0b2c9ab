import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf } from '#contract/endpoint.ts';
import { searchWaiting } from '#contract/calls/waiting.ts';
import { RECORD_KINDS, type Role } from '#contract/enums.ts';
import { pendingRecord, type PendingRecord } from '#contract/record.ts';
import type { Trip } from '#contract/trip.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import { approve, create, dataOf, expenseBody, file } from '#tests/support/expenses.ts';
import { email, idOf, setRoles, type PersonKey } from '#tests/support/people.ts';
import { ACTORS } from '#tests/support/roles.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import * as trips from '#tests/support/trips.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
});
afterAll(() => server.close());

const waiting = async (api: Api, query = ''): Promise<{ rows: PendingRecord[]; total: number }> => {
  const got = await api.get(urlOf(searchWaiting) + query);
  return {
    rows: dataOf<unknown[]>(got).map((row) => pendingRecord.parse(row)),
    total: Number(got.body['totalElements']),
  };
};
/** In which capacity, and what, in the list's order. */
const asked = async (api: Api, query = ''): Promise<[string, string][]> =>
  (await waiting(api, query)).rows.map((row) => [row.as, idOfRecord(row)]);
const later = (): void => {
  server.clock.now += 1000;
};
const clean = async (): Promise<void> => {
  for (const table of ['claim_bills', 'claims', 'trip_tickets', 'trips'] as const)
    await server.database.db.deleteFrom(table).execute();
};
const askTrip = async (who: PersonKey = 'employee'): Promise<string> => {
  later();
  return dataOf<Trip>(await trips.create(await server.as(who), trips.tripBody())).tripId;
};

describe('NAV-5 everything that waits for one’s decision', () => {
  it('all kinds, oldest first, until they are decided', async () => {
    await clean();
    const [employee, manager] = [await server.as('employee'), await server.as('manager')];
    const gone = await travel.goneTrip(server);
    later();
    const onTrip = await travel.file(employee, gone);
    const asks = await askTrip();
    later();
    const ride = await rides.claimOf(server);
    later();
    const local = await file(employee);
    const order = [onTrip.expenseId, asks, ride.tripId, local.expenseId];
    expect(await asked(manager)).toEqual(order.map((id) => ['manager', id]));
    expect((await waiting(manager)).rows.map(({ kind }) => kind)).toEqual([
      'travelExpense',
      'trip',
      'conveyance',
      'localExpense',
    ]);
    for (const kind of RECORD_KINDS)
      expect(
        (await waiting(manager, `?filter=RECORD_KIND:${RECORD_KINDS.indexOf(kind)}`)).rows.map((row) => row.kind),
      ).toEqual([kind]);
    expect((await waiting(manager, '?filter=RECORD_KIND:0|1')).total).toBe(2);
    dataOf(await approve(manager, local.expenseId));
    dataOf(await trips.managerReject(manager, asks, { managerRemarks: 'No' }));
    dataOf(await travel.withdraw(employee, onTrip.expenseId));
    expect(await asked(manager)).toEqual([['manager', ride.tripId]]);
    expect(await asked(await server.as('finance'))).toEqual([['finance', local.expenseId]]);
  });

  it('LIST-3 in pages that never overlap, and says how many there are', async () => {
    await clean();
    const employee = await server.as('employee2');
    const made: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      later();
      made.push((await file(employee)).expenseId, await askTrip('employee2'));
    }
    later();
    // Of one moment: by id.
    made.push(...[(await file(employee)).expenseId, (await file(employee)).expenseId].sort());
    const manager = await server.as('manager');
    const read = await Promise.all([0, 1, 2, 3, 4].map((n) => waiting(manager, `?pageSize=3&pageNumber=${n}`)));
    expect(read.flatMap(({ rows }) => rows.map(idOfRecord))).toEqual(made);
    expect(read.map(({ total }) => total)).toEqual([10, 10, 10, 10, 10]);
  });

  it('an admin’s trips and cancellations, once a manager has done with them', async () => {
    await clean();
    const [employee, manager, admin] = [
      await server.as('employee'),
      await server.as('manager'),
      await server.as('admin'),
    ];
    const [fresh, approved, leaving, refused, rejected] = [
      await askTrip(),
      await askTrip(),
      await askTrip(),
      await askTrip(),
      await askTrip(),
    ];
    for (const id of [approved, leaving, refused]) dataOf(await trips.managerApprove(manager, id));
    dataOf(await trips.managerReject(manager, rejected, { managerRemarks: 'No' }));
    for (const id of [leaving, refused]) dataOf(await trips.cancel(employee, id));
    dataOf(await trips.refuseCancellation(admin, refused, { adminRemarks: 'Booked' }));
    expect(await asked(admin)).toEqual([
      ['admin', approved],
      ['cancellation', leaving],
      ['admin', refused],
    ]);
    expect(await asked(manager)).toEqual([['manager', fresh]]);
    dataOf(await trips.settle(admin, leaving, { ticketRefundAmount: 0, amountToBeDeductedFromSalary: 0 }));
    dataOf(await trips.adminApprove(admin, approved));
    expect(await asked(admin)).toEqual([['admin', refused]]);
  });

  it('ACC-6 never one’s own, and each once, whatever roles add up', async () => {
    await clean();
    const all: Role[] = ['manager', 'finance', 'admin'];
    await setRoles(server.database.db, 'manager', all);
    const [manager, director] = [await server.as('manager'), await server.as('director')];
    const own = await file(manager);
    const trip = await askTrip('manager');
    dataOf(await approve(director, own.expenseId));
    dataOf(await trips.managerApprove(director, trip));
    expect(await waiting(manager)).toEqual({ rows: [], total: 0 });
    // Pending with its manager and to be cancelled, where the manager is an admin too.
    const both = await askTrip();
    await travel.putTrip(server, both, { cancellation_status: 'PENDING' });
    expect(await asked(manager)).toEqual([['manager', both]]);
    expect((await waiting(manager)).total).toBe(1);
    expect(await asked(await server.as('admin'))).toEqual([
      ['admin', trip],
      ['cancellation', both],
    ]);
    await setRoles(server.database.db, 'manager', ['manager']);
  });

  it('ACC-3 a stand-in’s queues too, while the period runs', async () => {
    await clean();
    const local = await file(await server.as('employee3'));
    const trip = await askTrip('employee3');
    const standIn = await server.as('manager');
    expect(await asked(standIn)).toEqual([]);
    const day = trips.TODAY;
    const at = server.clock.now;
    await server.database.db
      .insertInto('delegations')
      .values({
        id: 'DEL1',
        manager_id: idOf('manager2'),
        stand_in_id: idOf('manager'),
        from_day: day,
        to_day: day,
        created_by: idOf('manager2'),
        creation_key: null,
        version: 1,
        created_at: at,
        updated_at: at,
      } as never)
      .execute();
    expect(await asked(standIn)).toEqual([
      ['manager', local.expenseId],
      ['manager', trip],
    ]);
    await server.database.db.deleteFrom('delegations').execute();
    expect(await asked(standIn)).toEqual([]);
  });

  it('MGR-26 with the facts and the twins of a manager’s list', async () => {
    await clean();
    const employee = await server.as('employee');
    const bill = await employee.bill('twice');
    const [one, two] = [
      dataOf(await create(employee, expenseBody(bill))),
      dataOf(await create(employee, expenseBody(bill))),
    ];
    const { rows } = await waiting(await server.as('manager'));
    expect(rows.map(({ record }) => record)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          expenseId: one.expenseId,
          facts: {},
          duplicateOf: [{ id: two.expenseId, employeeName: 'Asha Nair', expenseDate: two.expenseDate }],
        }),
      ]),
    );
  });

  it('LIST-2 names a filter that it does not have', async () => {
    const manager = await server.as('manager');
    for (const [query, key] of [
      ['?filter=MANAGER_EMAIL:a@b.c', 'MANAGER_EMAIL'],
      ['?filter=USER_EMAIL:a@b.c', 'USER_EMAIL'],
      ['?filter=RECORD_KIND:9', 'RECORD_KIND'],
      ['?sort=EMPLOYEE_CODE', 'sort'],
    ] as const) {
      expect([query, (await manager.get(urlOf(searchWaiting) + query)).body['errors']]).toEqual([
        query,
        { [key]: expect.any(String) },
      ]);
    }
  });
});

describe('N1 the table of who may: what waits, by role', () => {
  it('everybody gets what is theirs to decide, and nothing else', async () => {
    await clean();
    const [employee, manager] = [await server.as('employee'), await server.as('manager')];
    const trip = await askTrip();
    later();
    const pending = await file(employee);
    const done = await file(employee);
    dataOf(await approve(manager, done.expenseId));
    const booked = await askTrip();
    dataOf(await trips.managerApprove(manager, booked));
    const got: Record<string, string[]> = {};
    for (const who of ACTORS) got[who] = (await waiting(await server.as(who))).rows.map(idOfRecord);
    const nothing = Object.fromEntries(ACTORS.map((who) => [who, [] as string[]]));
    expect(got).toEqual({ ...nothing, manager: [trip, pending.expenseId], finance: [done.expenseId], admin: [booked] });
    expect((await server.with(null).get(urlOf(searchWaiting))).status).toBe(401);
    expect(email('manager')).toBe((await waiting(manager)).rows[0]?.record.managerEmail);
  });
});
