import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ClaimSignals, TravelExpense } from '#contract/expense.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import { approve, create, DAY, dataOf, expenseBody, file, found, reject } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { inDays } from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: rides.KEY });
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());

const QUEUE = `&filter=MANAGER_EMAIL:${email('manager')}&pageSize=100`;
const local = async (id: string, api = manager) =>
  (await found(api, QUEUE)).results.content.find((row) => row.expenseId === id);
const trips = async (id: string) =>
  dataOf<{ results: { content: TravelExpense[] } }>(await travel.search(manager, QUEUE)).results.content.find(
    (row) => row.expenseId === id,
  );
const conveyance = async (id: string) =>
  (await rides.found(manager, QUEUE)).results.content.find((row) => row.tripId === id);

/** Files a local expense that the manager approves with an amount. */
async function approved(
  api: Api,
  claimAmount: number,
  given: number,
  changes: Record<string, unknown> = {},
): Promise<void> {
  const { expenseId } = await file(api, { claimAmount, ...changes });
  server.clock.now += 1000;
  dataOf(await approve(manager, expenseId, { managerApprovedAmount: given }));
}

describe('MGR-26 what an approver’s list knows of who claims', () => {
  it('the middle of what was approved last, of this person, kind and type alone', async () => {
    const me = await server.as('employee2');
    const first = await file(me, { claimAmount: 900 });
    expect((await local(first.expenseId))?.facts).toEqual({});
    await approved(me, 500, 300);
    await approved(me, 100, 100);
    await approved(me, 200, 200);
    // Of another type, of another person, and one that was rejected: 0.
    await approved(me, 5000, 5000, { localExpenseType: 'MOBILE_BILL' });
    await approved(employee, 7000, 7000);
    dataOf(await reject(manager, (await file(me, { claimAmount: 8000 })).expenseId));
    expect((await local(first.expenseId))?.facts).toEqual({ usual: { amount: 200, of: 3 } });
    for (let n = 0; n < 9; n += 1) await approved(me, 50, 50);
    expect((await local(first.expenseId))?.facts).toEqual({ usual: { amount: 50, of: 9 } });
  });

  it('other food of the day, over all trips', async () => {
    const [one, two] = [await travel.goneTrip(server), await travel.goneTrip(server)];
    const food = (trip: string, claimAmount: number, more: Record<string, unknown> = {}) =>
      travel.file(employee, trip, { travelExpenseType: 'FOOD', claimAmount, ...more });
    const lunch = await food(one, 300);
    const dinner = await food(two, 400.5);
    const taxi = await travel.file(employee, one);
    await food(one, 700, { expenseDate: inDays(-3) });
    dataOf(await travel.withdraw(employee, (await food(one, 20)).expenseId));
    dataOf(await travel.reject(manager, (await food(one, 25)).expenseId));
    expect((await trips(lunch.expenseId))?.facts).toEqual({ otherFood: 400.5 });
    expect((await trips(dinner.expenseId))?.facts).toEqual({ otherFood: 300 });
    expect((await trips(taxi.expenseId))?.facts).toEqual({});
  });

  it('DOC-25 other conveyance of the day: of the same route, and of trips beside sales trips', async () => {
    const day = inDays(-3);
    const NONE = [undefined, undefined];
    const ride = (changes: Record<string, unknown> = {}, who: 'employee' | 'employee2' = 'employee') =>
      rides.claimOf(server, who, { travelDate: day, claimAmount: 412.5, ...changes });
    const said = (facts: ClaimSignals | undefined) => [facts?.otherConveyance, facts?.sameRoute];
    const facts = async (id: string) => said((await conveyance(id))?.facts);
    const there = await ride({ fromLocation: 'Hebbal', toLocation: 'Peenya' });
    const back = await ride({ fromLocation: 'Peenya', toLocation: 'Hebbal' });
    await ride({ fromLocation: 'Hebbal', toLocation: 'Peenya', travelDate: inDays(-6) });
    await ride({ fromLocation: 'Hebbal', toLocation: 'Peenya' }, 'employee2');
    expect([await facts(there.tripId), await facts(back.tripId)]).toEqual([NONE, NONE]);
    const again = await ride({ fromLocation: ' hebbal ', toLocation: 'PEENYA', claimAmount: 100 });
    expect(await facts(there.tripId)).toEqual([{ amount: 100, of: 1 }, true]);
    expect(await facts(again.tripId)).toEqual([{ amount: 412.5, of: 1 }, true]);
    expect(await facts(back.tripId)).toEqual(NONE);
    dataOf(await rides.reject(manager, again.tripId));
    expect(await facts(there.tripId)).toEqual(NONE);

    const trip = await travel.goneTrip(server);
    const onDay = (travelExpenseType: string, claimAmount: number) =>
      travel.file(employee, trip, { travelExpenseType, claimAmount, expenseDate: day });
    const taxi = await onDay('CONVEYANCE', 250);
    const room = await onDay('ACCOMMODATION', 999);
    expect(await facts(back.tripId)).toEqual([{ amount: 250, of: 1 }, false]);
    expect(said((await trips(taxi.expenseId))?.facts)).toEqual([{ amount: 825, of: 2 }, false]);
    expect(said((await trips(room.expenseId))?.facts)).toEqual(NONE);
    dataOf(await travel.withdraw(employee, taxi.expenseId));
    expect(await facts(back.tripId)).toEqual(NONE);
  });

  it('DOC-8 the same bill, on travel claims and conveyance as on local expenses', async () => {
    const bill = await employee.bill('one bill for all');
    const trip = await travel.goneTrip(server);
    const onTrip = dataOf<TravelExpense>(await travel.create(employee, trip, travel.travelBody(bill)));
    const here = dataOf(await create(employee, expenseBody(bill)));
    const ride = await rides.claimOf(server);
    dataOf(await rides.update(employee, ride.tripId, { claimAmount: 400, billUrl: [bill] }));
    const said = (id: string, expenseDate: number) => ({ id, employeeName: 'Asha Nair', expenseDate });
    const all = [
      said(onTrip.expenseId, inDays(-2)),
      said(here.expenseId, here.expenseDate),
      said(ride.tripId, inDays(-2)),
    ];
    const others = (id: string) => expect.arrayContaining(all.filter((one) => one.id !== id));
    for (const [id, row] of [
      [onTrip.expenseId, await trips(onTrip.expenseId)],
      [here.expenseId, await local(here.expenseId)],
      [ride.tripId, await conveyance(ride.tripId)],
    ] as const) {
      expect(row?.duplicateOf).toHaveLength(2);
      expect(row?.duplicateOf).toEqual(others(id));
    }
  });

  it('warns about what is still to be decided, in the queue alone', async () => {
    const { expenseId } = await file(employee, { expenseDate: NOW - 2 * DAY });
    expect(await local(expenseId)).toHaveProperty('facts');
    expect(
      (await found(employee, '&pageSize=100')).results.content.find((row) => row.expenseId === expenseId),
    ).not.toHaveProperty('facts');
    dataOf(await approve(manager, expenseId));
    expect(await local(expenseId)).not.toHaveProperty('facts');
    expect(
      (await found(await server.as('finance'), '&pageSize=100')).results.content.find(
        (row) => row.expenseId === expenseId,
      ),
    ).not.toHaveProperty('facts');
  });
});
