import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withdrawLocalExpense } from '#contract/calls/localExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import { notification } from '#contract/notification.ts';
import { dispatchNext } from '#server/modules/notifications/index.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import * as delegations from '#tests/support/delegations.ts';
import { answer, asked, close } from '#tests/support/enquiries.ts';
import { approve, bulk, dataOf, expenseBody, file, reject, update } from '#tests/support/expenses.ts';
import * as told from '#tests/support/notifications.ts';
import { idOf, type PersonKey } from '#tests/support/people.ts';
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
/** A change of a claim that is not there any more. */
const changed = (recordId: string, actorId: string | null = idOf('employee')): Promise<unknown> =>
  appendAudit(
    server.database.db,
    {
      recordId,
      recordKind: 'claim',
      version: 1,
      at: server.clock.now,
      actorId,
      action: 'create',
      before: null,
      after: null,
      origin: 'test',
    },
    '',
  );
const trip = async (): Promise<string> => dataOf<{ tripId: string }>(await trips.create(employee)).tripId;

describe('who is told', () => {
  it('NOTE-1 NOTE-5 the manager of a claim that is filed; nobody else, and not its owner', async () => {
    const { expenseId } = await file(employee, { localExpenseType: 'MOBILE_BILL', claimAmount: 708 });
    expect(await told.tell(server)).toBe(1);
    const [note, ...more] = await told.listed(manager);
    expect(more).toEqual([]);
    expect(notification.parse(note)).toMatchObject({
      kind: 'toDecide',
      recordKind: 'localExpense',
      recordId: expenseId,
      count: 1,
      owner: 'Asha Nair',
      by: 'Asha Nair',
      title: 'Mobile Bill',
      amount: 708,
      at: server.clock.now,
      readAt: null,
    });
    for (const who of ['employee', 'employee2', 'manager2', 'director', 'finance', 'admin'] as const)
      expect([who, await unread(who)]).toEqual([who, []]);
    expect([await told.countOf(manager), await told.countOf(employee)]).toEqual([1, 0]);
  });

  it('NOTE-2 NOTE-7 its owner of the decision; what was decided waits for nobody', async () => {
    const [one, two] = [await file(employee), await file(employee, { claimAmount: 100 })];
    await told.tell(server);
    expect(await unread('manager')).toEqual(['toDecide localExpense 2']);
    await approve(manager, two.expenseId, { managerApprovedAmount: 90 });
    await told.tell(server);
    expect(await unread('manager')).toEqual(['toDecide localExpense 1']);
    expect((await told.listed(employee))[0]).toMatchObject({
      kind: 'managerApproved',
      recordId: two.expenseId,
      by: 'Ravi Menon',
      amount: 90,
    });
    await reject(manager, one.expenseId);
    await told.tell(server);
    expect((await unread('employee')).toSorted()).toEqual([
      'managerApproved localExpense 1',
      'managerRejected localExpense 1',
    ]);
    expect(await unread('manager')).toEqual([]);
  });

  it('NOTE-6 many of one kind are one; one that is changed is counted once', async () => {
    const claims = [await file(employee), await file(employee), await file(await server.as('employee2'))];
    await told.tell(server);
    const first = claims[0]?.expenseId ?? '';
    await update(employee, first, expenseBody(await employee.bill('another'), { claimAmount: 321 }));
    await told.tell(server);
    const [note] = await told.listed(manager);
    expect(note).toMatchObject({ count: 3, recordId: null, amount: 321 });
    expect(await unread('manager')).toEqual(['toDecide localExpense 3']);
    // All of them at once: the owners are told once each.
    await bulk(manager, { ids: claims.map(({ expenseId }) => expenseId), approved: true });
    await told.tell(server);
    expect([await unread('manager'), await unread('employee'), await unread('employee2')]).toEqual([
      [],
      ['managerApproved localExpense 2'],
      ['managerApproved localExpense 1'],
    ]);
  });

  it('NOTE-7 a claim that is withdrawn is gone from the manager’s', async () => {
    const { expenseId } = await file(employee);
    await told.tell(server);
    dataOf(await employee.post(urlOf(withdrawLocalExpense, { query: { id: expenseId } })));
    await told.tell(server);
    expect(await told.listed(manager)).toEqual([]);
  });

  it('NOTE-1 NOTE-2 of a trip the manager, then admins and its owner, through its whole life', async () => {
    const id = await trip();
    await told.tell(server);
    expect([await unread('manager'), await unread('admin')]).toEqual([['toDecide trip 1'], []]);
    dataOf(await trips.managerApprove(manager, id));
    await told.tell(server);
    expect([await unread('manager'), await unread('admin'), await unread('employee')]).toEqual([
      [],
      ['toDecideAsAdmin trip 1'],
      ['managerApproved trip 1'],
    ]);
    expect((await told.listed(await server.as('admin')))[0]).toMatchObject({
      title: 'Bengaluru to Chennai',
      owner: 'Asha Nair',
      by: 'Ravi Menon',
      amount: null,
    });
    // Changed: the manager looks again, and admins wait.
    dataOf(await trips.update(employee, id, trips.tripBody({ arrivalCity: 'Madurai' })));
    await told.tell(server);
    expect([await unread('manager'), await unread('admin')]).toEqual([['toDecide trip 1'], []]);
    dataOf(await trips.managerApprove(manager, id));
    dataOf(await trips.cancel(employee, id, { cancellationRemarks: 'Not needed' }));
    await told.tell(server);
    expect((await unread('admin')).toSorted()).toEqual(['toCancel trip 1', 'toDecideAsAdmin trip 1']);
    dataOf(
      await trips.settle(await server.as('admin'), id, {
        adminCancellationRemarks: 'Done',
        ticketRefundAmount: 0,
        amountToBeDeductedFromSalary: 0,
        adminRemarks: 'Done',
      }),
    );
    await told.tell(server);
    expect(await unread('admin')).toEqual([]);
    expect(await unread('employee')).toContain('cancelled trip 1');
  });

  it('NOTE-3 NOTE-7 of a question its owner, of the answer the person who asked', async () => {
    const { expenseId } = await file(employee);
    await told.forgetAll(server);
    const { enquiryId } = await asked(manager, expenseId, 'Why two bills?');
    await told.tell(server);
    expect((await told.listed(employee))[0]).toMatchObject({
      kind: 'asked',
      recordKind: 'localExpense',
      recordId: expenseId,
      by: 'Ravi Menon',
      title: 'Why two bills?',
    });
    dataOf(await answer(employee, enquiryId, 'Two months.'));
    await told.tell(server);
    expect(await unread('employee')).toEqual([]);
    expect((await told.listed(manager))[0]).toMatchObject({
      kind: 'answered',
      recordId: expenseId,
      by: 'Asha Nair',
      title: 'Two months.',
    });
    dataOf(await close(manager, enquiryId));
    await told.tell(server);
    expect(await unread('manager')).toEqual([]);
  });

  it('NOTE-4 a stand-in like the manager, for as long as it lasts', async () => {
    const { delegationId } = await delegations.named(manager, 'manager2');
    await file(employee);
    await told.tell(server);
    expect([await unread('manager'), await unread('manager2')]).toEqual([
      ['toDecide localExpense 1'],
      ['toDecide localExpense 1'],
    ]);
    await delegations.end(manager, delegationId);
    await file(employee);
    await told.tell(server);
    expect([await unread('manager'), await unread('manager2')]).toEqual([
      ['toDecide localExpense 2'],
      ['toDecide localExpense 1'],
    ]);
  });

  it('NOTE-10 what is older than a week is no news', async () => {
    await file(employee);
    server.clock.now += 8 * 86_400_000;
    expect(await told.tell(server)).toBe(0);
    server.clock.now -= 8 * 86_400_000;
    expect([await told.tell(server), await told.listed(manager)]).toEqual([0, []]);
  });

  it('NOTE-10 nobody who has left is told, and what cannot be told stops nothing', async () => {
    const { db } = server.database;
    await file(employee);
    await changed('EXPONE');
    await db.updateTable('people').set({ disabled: true }).where('id', '=', idOf('manager')).execute();
    expect(await told.tell(server)).toBe(2);
    await db.updateTable('people').set({ disabled: false }).where('id', '=', idOf('manager')).execute();
    expect(await unread('manager')).toEqual([]);
  });
});

describe('exactly once', () => {
  it('NOTE-10 a round is followed at once where it left some, and new changes wait for the next one', async () => {
    const { db } = server.database;
    const round = (): Promise<boolean> => dispatchNext({ db, now: server.clock.now, timeZone: server.env.timeZone });
    await changed('EXPGONE');
    expect(await round()).toBe(false);
    for (let n = 0; n < 101; n += 1) await changed(`EXPGONE${n}`);
    expect([await round(), await round(), await told.tell(server)]).toEqual([true, false, 0]);
  });

  it('NOTE-10 several processes at once tell each change once', async () => {
    for (let n = 0; n < 12; n += 1) await file(employee);
    const rounds = await Promise.all(Array.from({ length: 6 }, () => told.tell(server)));
    expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(12);
    expect(await unread('manager')).toEqual(['toDecide localExpense 12']);
  });

  it('NOTE-10 what the server itself changed stops nothing', async () => {
    await Promise.all([changed('EXPGONE-BY-NOBODY', null), file(employee)]);
    expect([await told.tell(server), await unread('manager')]).toEqual([2, ['toDecide localExpense 1']]);
  });

  it('NOTE-10 what is older than a week is left out where it waits beside news', async () => {
    await file(employee);
    server.clock.now += 8 * 86_400_000;
    await changed('EXPGONE-LATER');
    expect(await told.tell(server)).toBe(1);
    server.clock.now -= 8 * 86_400_000;
    expect(await unread('manager')).toEqual([]);
  });

  it('NOTE-10 a process that dies half way has told nothing, and the next one tells it', async () => {
    await file(employee);
    const { db } = server.database;
    await db.schema.alterTable('notifications').renameTo('notifications_away').execute();
    await expect(told.tell(server)).rejects.toThrow('notifications');
    await db.schema.alterTable('notifications_away').renameTo('notifications').execute();
    expect(await told.tell(server)).toBe(1);
    expect(await unread('manager')).toEqual(['toDecide localExpense 1']);
  });

  it('NOTE-10 a change that commits after a later one was told is told too', async ({ skip }) => {
    if (server.database.kind === 'embedded') return skip('one session: nothing commits out of order');
    const { db } = server.database;
    const { expenseId } = await file(employee);
    await told.forgetAll(server);
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let written = (): void => undefined;
    const isWritten = new Promise<void>((resolve) => {
      written = resolve;
    });
    const claim = await db.selectFrom('claims').selectAll().where('id', '=', expenseId).executeTakeFirstOrThrow();
    const slow = db.transaction().execute(async (tx) => {
      await appendAudit(
        tx,
        {
          recordId: expenseId,
          recordKind: 'claim',
          version: 2,
          at: server.clock.now,
          actorId: idOf('employee'),
          action: 'edit',
          before: { managerStatus: claim.manager_status },
          after: { managerStatus: claim.manager_status, managerId: claim.manager_id, type: 'OTHERS' },
          origin: 'test',
        },
        'x',
      );
      written();
      await finished;
    });
    await isWritten;
    await file(await server.as('employee2'));
    expect(await told.tell(server)).toBe(1);
    finish();
    await slow;
    expect(await told.tell(server)).toBe(1);
    expect(await unread('manager')).toEqual(['toDecide localExpense 2']);
  });
});
