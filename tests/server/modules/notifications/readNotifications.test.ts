import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Api } from '#tests/support/api.ts';
import { approve, dataOf, file } from '#tests/support/expenses.ts';
import * as told from '#tests/support/notifications.ts';
import { type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as trips from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());
beforeEach(() => told.forgetAll(server));

const unread = async (who: PersonKey): Promise<string[]> => told.unread(await server.as(who));
const trip = async (): Promise<string> => dataOf<{ tripId: string }>(await trips.create(employee)).tripId;

describe('reading', () => {
  it('NOTE-8 one, and only one’s own', async () => {
    await file(employee);
    await told.tell(server);
    const id = (await told.listed(manager))[0]?.notificationId ?? '';
    expect((await told.readIt(employee, id)).status).toBe(404);
    expect((await told.readIt(manager, id)).body['data']).toEqual({ read: 1 });
    expect((await told.readIt(manager, id)).body['data']).toEqual({ read: 0 });
    expect([await unread('manager'), await told.countOf(manager)]).toEqual([[], 0]);
    // A new one after that is a new notification.
    await file(employee);
    await told.tell(server);
    expect((await told.listed(manager)).map(({ count, readAt }) => [count, readAt !== null])).toEqual(
      expect.arrayContaining([
        [1, false],
        [1, true],
      ]),
    );
  });

  it('NOTE-8 all that was shown, and nothing that came since', async () => {
    await file(employee);
    await told.tell(server);
    const shown = (await told.listed(manager))[0]?.at ?? 0;
    server.clock.now += 1_000;
    await trip();
    await told.tell(server);
    expect((await told.readAll(manager, { until: shown })).body['data']).toEqual({ read: 1 });
    expect(await unread('manager')).toEqual(['toDecide trip 1']);
    expect((await told.readAll(manager, {})).body).toMatchObject({ code: 'INVALID' });
  });

  it('NOTE-8 the one about a record that is opened, and none that is about more', async () => {
    const [one, two] = [await file(employee), await file(employee)];
    await told.tell(server);
    expect((await told.readAll(manager, { record: two.expenseId })).body['data']).toEqual({ read: 0 });
    await approve(manager, one.expenseId);
    await told.tell(server);
    expect((await told.readAll(employee, { record: one.expenseId })).body['data']).toEqual({ read: 1 });
    expect((await told.readAll(employee, { record: two.expenseId })).body['data']).toEqual({ read: 0 });
  });

  it('NOTE-9 what a push says and the mail are chosen; unchosen it says nothing personal', async () => {
    expect((await told.preferences(manager)).body['data']).toEqual({
      pushText: 'COUNT',
      mailDigest: true,
      mailPossible: false,
    });
    expect((await told.choose(manager, { pushText: 'NAMES', mailDigest: false })).body['data']).toEqual({
      pushText: 'NAMES',
      mailDigest: false,
      mailPossible: false,
    });
    expect((await told.preferences(manager)).body['data']).toMatchObject({ pushText: 'NAMES', mailDigest: false });
    expect((await told.preferences(employee)).body['data']).toMatchObject({ pushText: 'COUNT' });
    expect((await told.choose(manager, { pushText: 'EVERYTHING', mailDigest: true })).body).toMatchObject({
      code: 'INVALID',
    });
  });

  it('WIRE-4 pages do not overlap, and nothing is filtered or sorted', async () => {
    await file(employee);
    await trip();
    await told.tell(server);
    const page = async (n: number) =>
      (await manager.get(`/api/v1/notifications?pageSize=1&pageNumber=${n}`)).body as {
        data: { notificationId: string }[];
        totalElements: number;
      };
    const [first, second] = [await page(0), await page(1)];
    expect([first.totalElements, first.data.length, second.data.length]).toEqual([2, 1, 1]);
    expect(first.data[0]?.notificationId).not.toBe(second.data[0]?.notificationId);
    for (const bad of ['filter=EMAIL:a', 'sort=EMPLOYEE_CODE'])
      expect((await manager.get(`/api/v1/notifications?${bad}`)).status).toBe(400);
  });
});
