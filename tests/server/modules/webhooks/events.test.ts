import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeManager } from '#contract/calls/users.ts';
import { urlOf } from '#contract/endpoint.ts';
import { WEBHOOK_BODIES } from '#contract/webhookBody.ts';
import type { WebhookEvent } from '#contract/webhook.ts';
import { webhookEventOf, type ToldKind } from '#domain/webhook.ts';
import type { Api } from '#tests/support/api.ts';
import * as rides from '#tests/support/conveyance.ts';
import * as directory from '#tests/support/directory.ts';
import * as expenses from '#tests/support/expenses.ts';
import { dataOf, file } from '#tests/support/expenses.ts';
import * as finance from '#tests/support/finance.ts';
import { email, idOf } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import * as tally from '#tests/support/tally.ts';
import * as travel from '#tests/support/travelClaims.ts';
import * as trips from '#tests/support/trips.ts';
import * as hooks from '#tests/support/webhooks.ts';
import { startReceiver, type Got, type Receiver } from '#tests/support/webhooks.ts';

let server: TestServer;
let receiver: Receiver;
let admin: Api;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer({ WEBHOOKS_PRIVATE: '1', INTEGRATION_API_KEY: rides.KEY });
  receiver = await startReceiver();
  [admin, employee, manager] = [await server.as('org-admin'), await server.as('employee'), await server.as('manager')];
});
afterAll(async () => {
  await receiver.close();
  await server.close();
});
beforeEach(async () => {
  await hooks.forgetAll(server);
  receiver.got.length = 0;
  await hooks.added(admin, receiver.url);
});

const told = async (): Promise<Got[]> => {
  await hooks.send(server);
  return receiver.got;
};
/** Of one record, in the order of its versions: they arrive in any. */
const eventsOf = async (id: string): Promise<Got['event'][]> =>
  (await told())
    .map(({ event }) => event)
    .filter(({ data }) => data['id'] === id)
    .toSorted((a, b) => Number(a.data['version'] ?? 0) - Number(b.data['version'] ?? 0));

/** Rows of the log that are told, since the receiver was added. */
const rowsSince = (id: number) =>
  server.database.db
    .selectFrom('audit_log')
    .select(['id', 'record_id', 'record_kind', 'version', 'action', 'on_behalf_of'])
    .where('id', '>', id)
    .where('record_kind', 'in', ['claim', 'trip', 'person'])
    .orderBy('id')
    .execute();
const newestRow = async (): Promise<number> =>
  (await server.database.db.selectFrom('audit_log').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())
    ?.id ?? 0;

/** Everything that people do to claims, trips and each other, in every way that writes it. */
async function muchHappens(): Promise<void> {
  const one = await file(employee);
  dataOf(await expenses.update(employee, one.expenseId, { ...expenses.expenseBody(await employee.bill('other')) }));
  await expenses.approve(manager, one.expenseId);
  const two = await file(employee);
  dataOf(await expenses.bulk(manager, { ids: [two.expenseId], approved: false, comments: 'No' }));
  await travel.file(employee, await travel.goneTrip(server));
  dataOf(await rides.handIn(server, [rides.intakeRow(), rides.intakeRow()]));
  const [paid = ''] = await tally.approvedClaims(server, 1, { amount: 100 });
  await tally.payments(
    await server.as('finance-docs'),
    await tally.xlsx([tally.PAYMENT_HEAD, [paid, 100, '15-07-2026', 'UTR1']]),
  );
  const claim = finance.idOfClaim(await finance.CALLS.local.approved(server, 'employee', 500, 400));
  dataOf(await finance.approve(await server.as('finance'), 'local', claim));
  dataOf(await finance.revive(await server.as('finance'), 'local', claim));
  const trip = dataOf<{ tripId: string }>(await trips.create(employee, trips.tripBody()));
  dataOf(await trips.managerApprove(manager, trip.tripId));
  dataOf(await trips.cancel(employee, trip.tripId));
  await file(await server.as('employee2'));
  dataOf(
    await (
      await server.as('admin')
    ).put(urlOf(changeManager), { email: email('employee2'), manager: email('manager2') }),
  );
  const file_ = 'Name,E-mail,Employee code,Manager\nWendy,w2@example.com,W2,\nWalt,w3@example.com,W3,w2@example.com';
  const seen = dataOf<{ plan: string }>(await directory.importFile(admin, file_));
  dataOf(await directory.importFile(admin, file_, { apply: 'true', plan: seen.plan }));
  dataOf(await directory.changed(admin, 'employee3', { grade: 'G9' }));
  dataOf(await directory.leave(admin, idOf('newcomer')));
  dataOf(await directory.comeBack(admin, idOf('newcomer')));
}

describe('HOOK-1 every change of a claim, a trip or a person', () => {
  it('is told once: the events are the rows of the audit log, whatever wrote them', async () => {
    const before = await newestRow();
    await muchHappens();
    const rows = await rowsSince(before);
    const got = await told();
    const wanted = rows.map((row) => {
      const id = row.record_kind === 'person' ? (row.on_behalf_of ?? row.record_id) : row.record_id;
      return `${webhookEventOf(row.record_kind as ToldKind, row.action)} ${row.action} ${id}`;
    });
    const said = got.map(({ event: { type, data } }) => `${type} ${String(data['action'])} ${String(data['id'])}`);
    expect(said.toSorted()).toEqual(wanted.toSorted());
    expect(new Set(got.map(({ id }) => id)).size).toBe(rows.length);
    const types = new Set(got.map(({ event }) => event.type));
    for (const type of ['claim.filed', 'claim.changed', 'claim.decided', 'claim.paid', 'trip.filed', 'trip.decided'])
      expect(types).toContain(type);
    // HOOK-3: each as the contract has it, and nothing that it does not name.
    for (const { event } of got) {
      const { schema } = WEBHOOK_BODIES[event.type as WebhookEvent];
      expect(schema.parse(event)).toEqual(event);
    }
    expect(await server.database.db.selectFrom('webhook_changes').selectAll().execute()).toEqual([]);
  });

  it('is told though nobody has named its action: the database itself notes it', async () => {
    const { expenseId } = await file(employee);
    await hooks.send(server);
    const [row] = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', expenseId)
      .execute();
    if (!row) throw new Error('nothing was logged');
    const { id: _id, before: _before, after, ...rest } = row;
    await server.database.db
      .insertInto('audit_log')
      .values({ ...rest, before: null, after: JSON.stringify(after), version: 2, action: 'of-tomorrow', hash: 'x' })
      .execute();
    expect((await eventsOf(expenseId)).map(({ type, data }) => [type, data['action']])).toEqual([
      ['claim.filed', 'create'],
      ['claim.changed', 'of-tomorrow'],
    ]);
  });

  it('is not noted where nobody is told, and goes to whoever wants it alone', async () => {
    await hooks.forgetAll(server);
    await file(employee);
    expect(await server.database.db.selectFrom('webhook_changes').selectAll().execute()).toEqual([]);
    await hooks.added(admin, receiver.url, { events: ['claim.decided'] });
    await hooks.added(admin, receiver.url, { enabled: false });
    const { expenseId } = await file(employee);
    await expenses.approve(manager, expenseId);
    expect((await told()).map(({ event }) => event.type)).toEqual(['claim.decided']);
  });

  it('is not told when it was refused, and once when it was sent twice', async () => {
    const bill = await employee.bill('twice');
    const key = { 'idempotency-key': 'once-and-for-all' };
    const first = dataOf<{ expenseId: string }>(await expenses.create(employee, expenses.expenseBody(bill), key));
    await expenses.create(employee, expenses.expenseBody(bill), key);
    await expenses.create(employee, expenses.expenseBody(bill, { claimAmount: -1 }));
    await expenses.approve(employee, first.expenseId);
    expect((await told()).map(({ event }) => event.data['id'])).toEqual([first.expenseId]);
  });
});

describe('HOOK-3 an event says', () => {
  it('of a claim who, which state and how much: no bill, no remark, no place', async () => {
    const { expenseId } = await file(employee, { claimAmount: 1_234.56, remarks: 'Dinner with a secret client' });
    await expenses.approve(manager, expenseId, { managerApprovedAmount: 1_000, managerRemarks: 'Hidden words' });
    const [filed, decided] = await eventsOf(expenseId);
    expect(filed).toMatchObject({ type: 'claim.filed', timestamp: new Date(server.clock.now).toISOString() });
    expect(decided?.data).toEqual({
      id: expenseId,
      kind: 'localExpense',
      version: 2,
      action: 'manager-approve',
      stage: 'manager',
      userEmail: email('employee'),
      employeeCode: 'KH1001',
      type: 'OTHERS',
      tripId: null,
      externalId: null,
      expenseDate: (await expenses.own(employee, expenseId)).expenseDate,
      claimAmount: 1_234.56,
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerApprovedAmount: 1_000,
      financeApprovalStatus: 'FINANCE_PENDING',
      financeApprovedAmount: null,
      paymentDate: null,
      paidAmount: null,
      paymentReference: null,
      withdrawn: false,
    });
    expect(receiver.got.map(({ body }) => body).join()).not.toMatch(/secret|Hidden|[0-9a-f]{64}/);
  });

  it('of a person who, and the names of what changed, not what they were and are', async () => {
    dataOf(await directory.changed(admin, 'employee3', { grade: 'Confidential', costCentre: 'Board' }));
    const [event] = await eventsOf(idOf('employee3'));
    expect(event).toMatchObject({
      type: 'person.changed',
      data: { action: 'person-changed', active: true, changed: expect.arrayContaining(['grade', 'costCentre']) },
    });
    expect(receiver.got.map(({ body }) => body).join()).not.toMatch(/Confidential|Board/);
  });
});
