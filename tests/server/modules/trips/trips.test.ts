import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trip } from '#contract/trip.ts';
import { createTrip } from '#contract/calls/trips.ts';
import { urlOf } from '#contract/endpoint.ts';
import type { Api } from '#tests/support/api.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create, inDays, migrate, search, tripBody, update } from '#tests/support/trips.ts';
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

describe('asking for a trip', () => {
  it('TRIP-1 TRIP-5 answers the whole trip, counted and with nothing decided', async () => {
    const trip = await ask({
      remarks: ' By the night train ',
      managerApprovalStatus: 'MANAGER_APPROVED',
      tripId: 'TRP1',
      ticketAmount: 5,
      userEmail: 'x',
    });
    expect(trip).toEqual({
      tripId: expect.stringMatching(/^TRP[0-9A-Z]{20}$/),
      userEmail: email('employee'),
      employeeName: 'Asha Nair',
      employeeCode: 'KH1001',
      managerEmail: email('manager'),
      managerName: 'Ravi Menon',
      decidedBy: null,
      startDate: inDays(5),
      endDate: inDays(7),
      preferredTime: 34_200_000,
      tripType: 'ROUND_TRIP',
      travelType: 'DOMESTIC',
      modeOfTravel: 'TRAIN',
      travelToBeDoneBy: 'SELF',
      travelBookedBy: 'ADMIN',
      traveller: null,
      travellerDOB: null,
      totalTravelDays: 3,
      departureCity: 'Bengaluru',
      arrivalCity: 'Chennai',
      isAccommodationRequired: false,
      accommodationCity: null,
      preferredHotel: null,
      preferredLocation: null,
      checkInDate: null,
      checkOutDate: null,
      reasonForTravel: 'Dealer meet',
      remarks: 'By the night train',
      managerRemarks: null,
      adminRemarks: null,
      cancellationRemarks: null,
      adminCancellationRemarks: null,
      managerApprovalStatus: 'MANAGER_PENDING',
      adminApprovalStatus: 'ADMIN_PENDING',
      cancellationStatus: 'NOT_INITIATED',
      ticketUploadStatus: 'NOT_UPDATED',
      ticketAmount: null,
      ticketRefundAmount: null,
      amountToBeDeductedFromSalary: null,
      ticketUrl: [],
      candidateEmpCode: null,
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
    });
    const [listed] = (await search(employee, `?filter=USER_EMAIL:${email('employee')}`)).body['content'] as Trip[];
    expect(listed).toEqual(trip);
    expect(await log(trip.tripId)).toMatchObject([
      {
        action: 'create',
        actor_id: idOf('employee'),
        record_kind: 'trip',
        version: 1,
        before: null,
        after: { startDate: '2026-07-20', arrivalCity: 'Chennai' },
      },
    ]);
  });

  it('TRIP-2 TRIP-3 keeps traveller and accommodation where they apply', async () => {
    const guest = {
      travelToBeDoneBy: 'CANDIDATE',
      traveller: 'Leela Menon',
      travellerDOB: Date.parse('1965-02-28T10:00:00+05:30'),
      isAccommodationRequired: true,
      accommodationCity: 'Chennai',
      checkInDate: inDays(5) + 1,
      checkOutDate: inDays(6),
      preferredHotel: 'Savera',
    };
    expect(await ask(guest)).toMatchObject({
      ...guest,
      travellerDOB: Date.parse('1965-02-28T00:00:00+05:30'),
      checkInDate: inDays(5),
      preferredLocation: null,
    });
    expect(await ask({ ...guest, travelToBeDoneBy: 'SELF', isAccommodationRequired: false })).toMatchObject({
      traveller: null,
      travellerDOB: null,
      accommodationCity: null,
      checkInDate: null,
      preferredHotel: null,
    });
  });

  it('TRIP-1 WIRE-7 names every wrong field, with the first sentence of the form', async () => {
    const answer = await create(employee, {});
    expect(refusalOf(answer)).toEqual({ status: 422, code: 'INVALID', message: 'Please enter Travel start date' });
    expect(Object.keys(answer.body['errors'] as object)).toHaveLength(12);
    expect((await create(employee, tripBody({ startDate: inDays(-91), endDate: inDays(400) }))).body['errors']).toEqual(
      { startDate: 'Travel start date cannot be before 16-04-2026', endDate: 'A trip cannot be longer than 366 days' },
    );
  });

  it('ACC-12 Z17 in nobody else’s name', async () => {
    expect((await employee.post(`${urlOf(createTrip)}?email=${email('employee2')}`, tripBody())).status).toBe(403);
    expect(
      (await employee.post(`${urlOf(createTrip)}/?email=${email('employee').toUpperCase()}`, tripBody())).status,
    ).toBe(200);
  });

  it('TRIP-10 the same city and overlapping days are allowed', async () => {
    await ask({ departureCity: 'Pune', arrivalCity: 'Pune' });
    await ask({ departureCity: 'Pune', arrivalCity: 'Pune' });
  });
});

describe('changing a trip', () => {
  it('TRIP-6 may change all that creation sets', async () => {
    const { tripId } = await ask();
    const changed = tripOf(
      await update(
        employee,
        tripId,
        tripBody({ startDate: inDays(8), endDate: inDays(8), modeOfTravel: 'AIR', arrivalCity: 'Kochi', remarks: 'x' }),
        { 'If-Match': '"1"' },
      ),
    );
    expect(changed).toMatchObject({
      tripId,
      startDate: inDays(8),
      totalTravelDays: 1,
      modeOfTravel: 'AIR',
      arrivalCity: 'Kochi',
      remarks: 'x',
      version: 2,
      managerApprovalStatus: 'MANAGER_PENDING',
    });
    expect(await log(tripId)).toMatchObject([
      { action: 'create' },
      { action: 'edit', before: { arrivalCity: 'Chennai' }, after: { arrivalCity: 'Kochi', version: 2 } },
    ]);
  });

  it('TRIP-6 what the manager approved goes back, unless only remarks changed', async () => {
    const { tripId } = await ask();
    await put(tripId, APPROVED);
    expect(tripOf(await update(employee, tripId, tripBody({ remarks: 'Window seat' })))).toMatchObject({
      managerApprovalStatus: 'MANAGER_APPROVED',
      managerRemarks: 'Fine',
      remarks: 'Window seat',
    });
    expect(tripOf(await update(employee, tripId, tripBody({ arrivalCity: 'Kochi' })))).toMatchObject({
      managerApprovalStatus: 'MANAGER_PENDING',
      managerRemarks: null,
    });
    expect(await stored(tripId)).toMatchObject({ manager_decided_at: null, manager_decided_by: null });
  });

  it.each([['ADMIN_APPROVED'], ['ADMIN_REJECTED'], ['NO_SHOW']])(
    'TRIP-6 not once the admin status is %s: 409 with the trip',
    async (admin_status) => {
      const { tripId } = await ask();
      await put(tripId, { admin_status });
      const answer = await update(employee, tripId);
      expect(refusalOf(answer)).toEqual({
        status: 409,
        code: 'CONFLICT',
        message: 'The admin has already decided this trip and it can no longer be changed',
      });
      expect(answer.body['current']).toMatchObject({ tripId, adminApprovalStatus: admin_status });
    },
  );

  it('LOC-17 TRIP-6 WIRE-10 on an older version: 409 before the state and the fields are looked at', async () => {
    const { tripId } = await ask();
    await update(employee, tripId);
    await put(tripId, { admin_status: 'ADMIN_APPROVED' });
    const answer = await update(employee, tripId, {}, { 'If-Match': '"1"' });
    expect(answer.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { version: 2 } });
    expect((await update(employee, tripId, {}, { 'If-Match': '"2"' })).body).toMatchObject({ code: 'CONFLICT' });
    await put(tripId, { admin_status: 'ADMIN_PENDING' });
    expect((await update(employee, tripId, {})).status).toBe(422);
  });

  it('TRIP-4 may keep a start that has grown too old', async () => {
    const { tripId } = await ask();
    await put(tripId, { start_date: '2026-01-05', end_date: '2026-01-06' });
    const old = {
      startDate: Date.parse('2026-01-05T00:00:00+05:30'),
      endDate: Date.parse('2026-01-06T00:00:00+05:30'),
    };
    expect((await update(employee, tripId, tripBody(old))).status).toBe(200);
    expect((await create(employee, tripBody(old))).status).toBe(422);
  });
});

describe('a candidate who became an employee', () => {
  const candidate = { travelToBeDoneBy: 'CANDIDATE', traveller: 'Dev Patel', travellerDOB: 0 };
  it('TRIP-9 is attached by code, whatever its case', async () => {
    const { tripId } = await ask(candidate);
    expect(dataOf<unknown>(await migrate(employee, tripId, ' kh1016 '))).toEqual([
      { name: 'Dev Patel', email: email('newcomer'), employeeCode: 'KH1016' },
    ]);
    expect(await stored(tripId)).toMatchObject({ candidate_code: 'KH1016', version: 2 });
    expect((await log(tripId)).at(-1)).toMatchObject({
      action: 'migrate',
      before: { candidateEmpCode: null },
      after: { candidateEmpCode: 'KH1016' },
    });
  });
  it('TRIP-9 is not found by a code that nobody has: an empty list, and nothing changes', async () => {
    const { tripId } = await ask(candidate);
    for (const code of ['KH9999', 'KH1%', '_'])
      expect(dataOf<unknown>(await migrate(employee, tripId, code))).toEqual([]);
    expect(await stored(tripId)).toMatchObject({ candidate_code: null, version: 1 });
    expect((await migrate(employee, tripId, '%20')).status).toBe(200);
    expect((await migrate(employee, tripId, ' ')).body).toMatchObject({
      code: 'INVALID',
      message: 'Please enter Candidate Emp Code',
    });
  });
  it('TRIP-9 only on a candidate’s trip', async () => {
    const { tripId } = await ask();
    expect(refusalOf(await migrate(employee, tripId, 'KH1002'))).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Only the trip of a candidate can be migrated',
    });
  });
  it('TRIP-9 Z27 codes are not found out one by one: 429 after 30 an hour', async () => {
    const tallyPerson = await server.as('tally');
    const trip = tripOf(await create(tallyPerson, tripBody(candidate)));
    for (let i = 0; i < 30; i += 1) expect((await migrate(tallyPerson, trip.tripId, `X${i}`)).status).toBe(200);
    const answer = await migrate(tallyPerson, trip.tripId, 'KH1002');
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
