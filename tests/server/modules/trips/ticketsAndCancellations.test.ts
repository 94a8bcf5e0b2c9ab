import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTravelExpense } from '#contract/calls/travelExpenses.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Trip } from '#contract/trip.ts';
import { removeOrphanFiles } from '#server/main/retention.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { DAY } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import {
  adminApprove,
  cancel,
  furtherTicket,
  inDays,
  refuseCancellation,
  search,
  settle,
  ticket,
} from '#tests/support/trips.ts';
import { tripOf, tripsAt } from './tripFixtures.ts';

let server: TestServer;
let employee: Api;
let admin: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, admin] = await Promise.all([server.as('employee'), server.as('admin')]);
});
afterAll(() => server.close());

const { approved, actions, stored } = tripsAt(() => server);
const refusalOf = ({ status, body }: Answer) => [status, body['code'], body['message']];
let tickets = 0;
const print = (): Promise<string> => admin.bill(`ticket ${(tickets += 1)}`);

describe('tickets', () => {
  it('ADM-2 are added with what they cost, once, and approve nothing', async () => {
    const id = await approved();
    const [one, two] = [await print(), await print()];
    expect(refusalOf(await ticket(admin, id, {}))).toEqual([422, 'INVALID', 'Please Add Ticket Amount']);
    const trip = tripOf(
      await ticket(admin, id, { ticketAmount: '2,450.50', ticketUrl: [one, { fingerPrint: two, name: 'return.pdf' }] }),
    );
    expect(trip).toMatchObject({
      ticketUploadStatus: 'UPDATED',
      ticketAmount: 2450.5,
      adminApprovalStatus: 'ADMIN_PENDING',
      ticketUrl: [
        { fingerPrint: one, type: 'application/pdf' },
        { fingerPrint: two, name: 'return.pdf' },
      ],
    });
    expect(refusalOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [one] }))).toEqual([
      409,
      'CONFLICT',
      'Tickets were already added',
    ]);
    expect(await actions(id)).toEqual(['create', 'manager-approve', 'tickets']);
    const rows = (await search(employee, `?pageSize=100&filter=USER_EMAIL:${email('employee')}`)).body[
      'content'
    ] as Trip[];
    expect(rows.find((row) => row.tripId === id)).toEqual(trip);
  });
  it('ADM-12 another is added to an approved trip with its reason; nothing is revoked, amounts add up', async () => {
    const id = await approved();
    const [one, two] = [await print(), await print()];
    expect(refusalOf(await furtherTicket(admin, id, { ticketAmount: 1, reason: 'Return', ticketUrl: [one] }))).toEqual([
      409,
      'CONFLICT',
      'Add the ticket details first',
    ]);
    await ticket(admin, id, { ticketAmount: 1000, ticketUrl: [one] });
    await adminApprove(admin, id);
    expect((await furtherTicket(admin, id, { ticketAmount: 1, ticketUrl: [two] })).body).toMatchObject({
      code: 'INVALID',
      errors: { reason: 'Please enter the reason for another ticket' },
    });
    expect((await furtherTicket(admin, id, { reason: 'x', ticketUrl: [two] })).body).toMatchObject({
      message: 'Please Add Ticket Amount',
    });
    expect((await furtherTicket(admin, id, { ticketAmount: 1, reason: 'x', ticketUrl: [one] })).body).toMatchObject({
      errors: { ticketUrl: 'This trip has this ticket already' },
    });
    const sent = { ticketAmount: '250.50', reason: 'The train was cancelled', ticketUrl: [two] };
    const key = { 'Idempotency-Key': 'another-ticket-1' };
    const trip = tripOf(await furtherTicket(admin, id, sent, key));
    expect(trip).toMatchObject({
      adminApprovalStatus: 'ADMIN_APPROVED',
      managerApprovalStatus: 'MANAGER_APPROVED',
      ticketAmount: 1250.5,
      ticketUrl: [{ fingerPrint: one }, { fingerPrint: two }],
      furtherTickets: [{ ticketAmount: 250.5, reason: 'The train was cancelled' }],
    });
    // The same request again is the same ticket.
    expect(tripOf(await furtherTicket(admin, id, sent, key)).furtherTickets).toHaveLength(1);
    expect(await actions(id)).toEqual(['create', 'manager-approve', 'tickets', 'admin-approve', 'tickets']);
    // What is refunded may be as much as all of them cost.
    await cancel(employee, id);
    expect(
      tripOf(await settle(admin, id, { ticketRefundAmount: 1250.5, amountToBeDeductedFromSalary: 0 })),
    ).toMatchObject({ ticketRefundAmount: 1250.5 });
    expect(
      refusalOf(await furtherTicket(admin, id, { ticketAmount: 1, reason: 'x', ticketUrl: [await print()] })),
    ).toEqual([409, 'CONFLICT', 'This trip was cancelled']);
  });
  it('ADM-3 not for an own car without accommodation', async () => {
    const id = await approved({ modeOfTravel: 'OWN_CAR' });
    expect(refusalOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }))).toEqual([
      409,
      'CONFLICT',
      'A trip by own car without accommodation needs no ticket',
    ]);
  });
  it('DOC-5 DOC-9 only with files that the admin uploaded', async () => {
    const id = await approved();
    for (const foreign of [await employee.bill('somebody else’s'), 'b'.repeat(64)])
      expect((await ticket(admin, id, { ticketAmount: 1, ticketUrl: [foreign] })).body).toMatchObject({
        code: 'FILE_GONE',
      });
    expect(await stored(id)).toMatchObject({ ticket_status: 'NOT_UPDATED', version: 2 });
  });
  it('DOC-7 are read by whoever may see the trip, and kept as long as it carries them', async () => {
    const id = await approved();
    const { ticketUrl } = tripOf(await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }));
    const [url, hash] = [ticketUrl[0]?.url ?? '', ticketUrl[0]?.fingerPrint ?? ''];
    for (const who of ['employee', 'manager', 'director', 'admin'] as const)
      expect((await (await server.as(who)).get(url)).status).toBe(200);
    for (const who of ['employee2', 'manager2', 'finance', 'tally'] as const)
      expect((await (await server.as(who)).get(url)).status).toBe(404);
    await removeOrphanFiles(server.database, server.files, NOW + 40 * DAY);
    expect(await server.files.has(hash)).toBe(true);
  });
});

describe('cancellations', () => {
  const withTicket = async (): Promise<string> => {
    const id = await approved();
    await ticket(admin, id, { ticketAmount: 1000, ticketUrl: [await print()] });
    await adminApprove(admin, id);
    await cancel(employee, id, { cancellationRemarks: 'Client moved it' });
    return id;
  };
  it('ADM-4 are settled, also of an approved trip: it is cancelled then', async () => {
    const id = await withTicket();
    expect(refusalOf(await settle(admin, id, {}))).toEqual([422, 'INVALID', 'Please Add Missing Details']);
    expect(
      (await settle(admin, id, { ticketRefundAmount: 1000.01, amountToBeDeductedFromSalary: 0 })).body,
    ).toMatchObject({ errors: { ticketRefundAmount: 'Refund cannot be more than the ticket amount' } });
    expect(
      tripOf(
        await settle(admin, id, {
          ticketRefundAmount: 800,
          amountToBeDeductedFromSalary: 0,
          adminCancellationRemarks: 'Less charges',
        }),
      ),
    ).toMatchObject({
      cancellationStatus: 'APPROVED',
      ticketRefundAmount: 800,
      amountToBeDeductedFromSalary: 0,
      adminCancellationRemarks: 'Less charges',
      cancellationRemarks: 'Client moved it',
    });
    expect(refusalOf(await settle(admin, id, {}))).toEqual([409, 'CONFLICT', 'This trip was cancelled']);
    expect((await actions(id)).slice(-2)).toEqual(['cancel', 'cancellation']);
  });
  it('ADM-4 not where none was asked for', async () => {
    expect(
      refusalOf(await settle(admin, await approved(), { ticketRefundAmount: 0, amountToBeDeductedFromSalary: 0 })),
    ).toEqual([409, 'CONFLICT', 'No cancellation was asked for']);
  });
  it('ADM-8 are refused with a remark: the trip stands, and cannot be asked for again', async () => {
    const id = await withTicket();
    expect(refusalOf(await refuseCancellation(admin, id, {}))).toEqual([422, 'INVALID', 'Please add admin remark']);
    expect(tripOf(await refuseCancellation(admin, id, { adminRemarks: 'Not refundable' }))).toMatchObject({
      cancellationStatus: 'REJECTED',
      adminCancellationRemarks: 'Not refundable',
      adminRemarks: null,
      adminApprovalStatus: 'ADMIN_APPROVED',
    });
    expect((await cancel(employee, id)).status).toBe(409);
  });
  it('ADM-2 while one is asked for, no ticket is added and nothing approved', async () => {
    const id = await approved();
    await cancel(employee, id);
    for (const answer of [
      await ticket(admin, id, { ticketAmount: 1, ticketUrl: [await print()] }),
      await adminApprove(admin, id),
    ])
      expect(refusalOf(answer)).toEqual([409, 'CONFLICT', 'This trip is being cancelled']);
  });
});

describe('a claim and a cancellation of one trip at the same moment', () => {
  it('TRIP-7 TRIP-8 TRV-1 one is done, the other refused, whichever comes first', async () => {
    for (let round = 0; round < 6; round += 1) {
      const id = await approved({ startDate: inDays(-2), endDate: inDays(0) });
      await adminApprove(admin, id);
      const bill = await employee.bill(`dinner ${round}`);
      const claim = () =>
        employee.post(urlOf(createTravelExpense, { query: { id } }), {
          expenseDate: inDays(-1),
          travelExpenseType: 'OTHER',
          claimAmount: 100,
          remarks: 'Dinner',
          billUrl: [bill],
        });
      const answers = await Promise.all(
        round % 2 === 0 ? [claim(), cancel(employee, id)] : [cancel(employee, id), claim()],
      );
      expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
      const { n } = await server.database.db
        .selectFrom('claims')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('trip_id', '=', id)
        .executeTakeFirstOrThrow();
      expect([Number(n), (await stored(id)).cancellation_status]).toEqual(
        answers[round % 2]?.status === 200 ? [1, 'NOT_INITIATED'] : [0, 'PENDING'],
      );
    }
  });
});
