import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HEADERS } from '#contract/headers.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { ask } from '#tests/support/enquiries.ts';
import { create, dataOf, DAY, expenseBody } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { startRestorable } from '#tests/support/restorable.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { create as createTrip, tripBody } from '#tests/support/trips.ts';

const MAX_COUNT = 5;
const SETTINGS = { CREATIONS_PER_DAY: String(MAX_COUNT) };
const full = [413, 'CREATION_ALLOWANCE'];
const said = ({ status, body }: Answer): unknown[] => [status, ...(status === 200 ? [] : [body['code']])];
const keyed = (key: string) => ({ 'idempotency-key': key });
function counted(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('S3 a limited number of requests of one person and day', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer(SETTINGS);
  });
  afterAll(() => server.close());
  afterEach(() => server.database.db.deleteFrom('rate_limits').execute());

  it('the sixth is refused with its message, for this person alone, and passes next day by its key', async () => {
    const employee = await server.as('employee');
    const bill = await employee.bill('for six');
    for (let n = 0; n < MAX_COUNT; n += 1)
      expect(said(await create(employee, expenseBody(bill), keyed(`of-a-day-${n}-0123`)))).toEqual([200]);
    const sixth = await create(employee, expenseBody(bill), keyed('of-a-day-sixth'));
    expect(said(sixth)).toEqual(full);
    expect(sixth.body['message']).toBe(
      'You have filed 5 requests today, the most there can be in a day. ' +
        'This one is kept on your device: send it again tomorrow.',
    );
    expect(said(await create(employee, expenseBody(bill)))).toEqual(full);
    const other = await server.as('employee2');
    expect(said(await create(other, expenseBody(await other.bill('another’s')), keyed('another-s-first')))).toEqual([
      200,
    ]);
    server.clock.now += DAY;
    expect(said(await create(employee, expenseBody(bill), keyed('of-a-day-sixth')))).toEqual([200]);
    server.clock.now -= DAY;
  });

  it('a known key is answered again and not counted, nor are refusals; invalid bodies are told first', async () => {
    const employee = await server.as('employee');
    const bill = await employee.bill('again and again');
    for (let n = 0; n < 20; n += 1)
      expect(said(await create(employee, expenseBody(bill), keyed('again-and-again')))).toEqual([200]);
    for (let n = 0; n < 20; n += 1)
      expect((await create(employee, expenseBody(bill, { remarks: '' }), keyed(`not-valid-${n}-0123`))).status).toBe(
        422,
      );
    for (let n = 1; n < MAX_COUNT; n += 1)
      expect(said(await create(employee, expenseBody(bill), keyed(`the-others-${n}-0123`)))).toEqual([200]);
    for (let n = 0; n < 3; n += 1)
      expect(said(await create(employee, expenseBody(bill), keyed(`beyond-${n}-0123456`)))).toEqual(full);
    expect((await create(employee, expenseBody(bill, { remarks: '' }), keyed('not-valid-beyond'))).status).toBe(422);
    expect(said(await create(employee, expenseBody(bill), keyed('again-and-again')))).toEqual([200]);
    const row = await server.database.db
      .selectFrom('rate_limits')
      .select('count')
      .where('bucket', 'like', 'requests:%')
      .executeTakeFirst();
    expect(row?.count).toBe(MAX_COUNT);
  });

  it('trips and claims on them count together, and questions by themselves', async () => {
    const employee = await server.as('employee');
    const trip = await travel.goneTrip(server);
    const bill = await employee.bill('of a trip');
    for (let n = 1; n < MAX_COUNT; n += 1)
      expect(said(await travel.create(employee, trip, travel.travelBody(bill), keyed(`on-a-trip-${n}-0123`)))).toEqual([
        200,
      ]);
    expect(said(await travel.create(employee, trip, travel.travelBody(bill), keyed('on-a-trip-beyond')))).toEqual(full);
    expect(said(await createTrip(employee, tripBody(), keyed('another-trip-0123')))).toEqual(full);
    // What was refused left nothing behind, its key included.
    server.clock.now += DAY;
    const again = await travel.create(employee, trip, travel.travelBody(bill), keyed('on-a-trip-beyond'));
    expect([said(again), again.headers.get('idempotency-replayed')]).toEqual([[200], null]);
    server.clock.now -= DAY;

    const manager = await server.as('manager');
    for (let n = 0; n < MAX_COUNT; n += 1) expect(said(await ask(manager, trip, `Why, ${n}?`))).toEqual([200]);
    const sixth = await ask(manager, trip, 'And why?');
    expect([said(sixth), sixth.body['message']]).toEqual([
      full,
      'You have asked 5 questions today, the most there can be in a day. ' +
        'This one is kept on your device: send it again tomorrow.',
    ]);
    expect(said(await createTrip(manager, tripBody(), keyed('the-manager-s-own')))).toEqual([200]);
  });

  it('the same key many times at once takes one place', async () => {
    const employee = await server.as('employee3');
    const bill = await employee.bill('at once');
    for (let n = 0; n < MAX_COUNT - 1; n += 1) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create(employee, expenseBody(bill), keyed(`at-once-${n}-012345`))),
      );
      expect(counted(answers)).toEqual({ 200: 8 });
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    const row = await server.database.db
      .selectFrom('rate_limits')
      .select('count')
      .where('bucket', 'like', 'requests:%')
      .executeTakeFirst();
    expect(row?.count).toBe(MAX_COUNT - 1);
    // The last place: whichever request takes it, all eight get it as their answer.
    expect(
      counted(
        await Promise.all(
          Array.from({ length: 8 }, () => create(employee, expenseBody(bill), keyed('the-last-place'))),
        ),
      ),
    ).toEqual({ 200: 8 });
    expect(said(await create(employee, expenseBody(bill), keyed('after-the-last')))).toEqual(full);
  });
});

describe('S3 requests that a restored database lost', () => {
  it('come back with their receipts, however many were filed that day', async () => {
    const server = await startRestorable(SETTINGS);
    try {
      const signIn = async (): Promise<string> =>
        String((await server.present(await server.credential(email('employee')))).body['token']);
      let token = await signIn();
      const api = (): Api => server.with(token);
      const bill = await api().bill('lost and found');
      await server.backup();
      const lost = await create(api(), expenseBody(bill), keyed('lost-and-found-0'));
      const { expenseId } = dataOf(lost);
      await server.restore();
      token = await signIn();
      for (let n = 0; n < MAX_COUNT; n += 1)
        expect(said(await create(api(), expenseBody(bill), keyed(`since-then-${n}-0123`)))).toEqual([200]);
      expect(said(await create(api(), expenseBody(bill), keyed('beyond-the-day-0')))).toEqual(full);
      const again = await create(api(), expenseBody(bill), {
        ...keyed('lost-and-found-0'),
        [HEADERS.recordId]: expenseId,
        [HEADERS.recordReceipt]: String(lost.body['receipt']),
      });
      expect([said(again), dataOf(again).expenseId]).toEqual([[200], expenseId]);
    } finally {
      await server.close();
    }
  });
});
