import { describe, expect, test } from 'vitest';
import { ADMIN_STATUSES, CANCELLATION_STATUSES } from '#contract/enums.ts';
import { FILE_BYTES_LIMIT } from '#contract/limits.ts';
import { addDays, dayOf, millisOfDay } from '#domain/dates.ts';
import { judgeTravelClaim } from '#domain/travelExpense.ts';
import { tripCan } from '#domain/trip.ts';
import { parseTrip } from '#domain/tripParsing.ts';
import { demoPeople, personIdOf } from '#server/demo/people.ts';
import { demoTrips, exceptionalDateOf, openTrips, type DemoTrip } from '#server/demo/trips.ts';
import { inspectFile } from '#server/platform/uploads/inspectFile.ts';
import { tripAnswer, tripStateOf } from '#server/modules/trips/presenter.ts';

const timeZone = 'Asia/Kolkata';
const NOW = Date.parse('2026-07-20T12:00:00+05:30');
const TODAY = dayOf(NOW, timeZone);
const people = demoPeople();
const trips = demoTrips(people, NOW, timeZone);
const of = (key: string): DemoTrip[] => trips.filter((trip) => trip.owner.key === key);
const waitingFor = (key: string): DemoTrip[] =>
  trips.filter(
    ({ trip }) =>
      trip.manager_id === personIdOf(key) &&
      trip.manager_status === 'MANAGER_PENDING' &&
      trip.cancellation_status !== 'APPROVED',
  );
const names = {
  owner_email: '',
  owner_name: '',
  owner_code: '',
  manager_email: null,
  manager_name: null,
  decider_name: null,
};

describe('the trips of the demo organisation', () => {
  test('TRIP-6 TRIP-7 TRIP-8 employee has every combination of statuses that can be', () => {
    const seen = new Set(
      of('employee').map(({ trip }) => `${trip.manager_status} ${trip.admin_status} ${trip.cancellation_status}`),
    );
    const pairs = [
      'MANAGER_PENDING ADMIN_PENDING',
      'MANAGER_APPROVED ADMIN_PENDING',
      'MANAGER_APPROVED ADMIN_APPROVED',
      'MANAGER_APPROVED ADMIN_REJECTED',
      'MANAGER_REJECTED ADMIN_PENDING',
      'NO_SHOW NO_SHOW',
    ];
    expect([...seen].toSorted()).toEqual(
      pairs.flatMap((pair) => CANCELLATION_STATUSES.map((cancellation) => `${pair} ${cancellation}`)).toSorted(),
    );
  });

  test('TRV-2 EXC-1 two approved trips ended over 90 days ago: the exceptional date covers one of them', () => {
    const exceptional = exceptionalDateOf('employee', TODAY);
    const old = openTrips(of('employee')).filter((trip) => trip.endDay < addDays(TODAY, -90));
    const verdicts = old.map(({ trip, startDay, endDay }) =>
      judgeTravelClaim({ ...tripStateOf(trip), startDay, endDay }, startDay, TODAY, exceptional),
    );
    expect(verdicts.map((verdict) => (verdict.ok ? 'covered' : verdict.message)).toSorted()).toEqual([
      'Validity expired!',
      'covered',
    ]);
    expect(
      old.map(
        ({ trip, startDay, endDay }) =>
          judgeTravelClaim({ ...tripStateOf(trip), startDay, endDay }, startDay, TODAY, null).ok,
      ),
    ).toEqual([false, false]);
    expect(
      people.filter((person) => exceptionalDateOf(person.key, TODAY) !== null).map((person) => person.key),
    ).toEqual(['employee']);
  });

  test('TRV-1 claims can be filed on one that runs, and on several of the last 90 days', () => {
    const open = openTrips(of('employee'));
    expect(open.filter((trip) => trip.startDay <= TODAY && trip.endDay >= TODAY).length).toBeGreaterThanOrEqual(1);
    expect(open.filter((trip) => trip.startDay >= addDays(TODAY, -90)).length).toBeGreaterThanOrEqual(6);
    expect(new Set(openTrips(trips).map((trip) => trip.owner.key)).size).toBeGreaterThan(15);
    for (const { openSince, startDay } of openTrips(trips))
      expect(openSince !== null && openSince <= NOW && openSince >= millisOfDay(startDay, timeZone)).toBe(true);
  });

  test('TRIP-9 candidates, one of them an employee by now', () => {
    const candidates = of('employee').filter(({ trip }) => trip.done_by === 'CANDIDATE');
    const newcomer = people.find((person) => person.key === 'newcomer');
    expect(
      candidates.some(
        ({ trip }) =>
          trip.traveller === newcomer?.name &&
          trip.candidate_code === null &&
          tripCan.migrate({ ...tripStateOf(trip), travelToBeDoneBy: trip.done_by }).ok,
      ),
    ).toBe(true);
    expect(candidates.length).toBeGreaterThan(1);
  });

  test('tickets: none, one and several', () => {
    const numbers = new Set(of('employee').map((trip) => trip.tickets.length));
    for (const wanted of [0, 1, 2, 3]) expect([...numbers]).toContain(wanted);
    for (const { tickets, trip, ticketsAt } of trips)
      expect([trip.ticket_status === 'UPDATED', (trip.ticket_amount ?? 0) > 0, ticketsAt !== null]).toEqual(
        Array.from({ length: 3 }, () => tickets.length > 0),
      );
    const files = trips.flatMap((trip) => trip.tickets);
    expect(new Set(files.map((file) => file.hash)).size).toBe(files.length);
  });

  test('DOC-1 DOC-3 the server would take each ticket', async () => {
    for (const file of trips.flatMap((trip) => trip.tickets).filter((_, index) => index % 7 === 0)) {
      expect([await inspectFile(file.bytes), file.bytes.length < FILE_BYTES_LIMIT]).toEqual(['application/pdf', true]);
    }
  });

  test('something waits for manager, for manager2 and director, and for the admin', () => {
    expect(waitingFor('manager').length).toBeGreaterThanOrEqual(8);
    expect(new Set(waitingFor('manager').map((trip) => trip.owner.key)).size).toBeGreaterThan(4);
    for (const key of ['manager2', 'director']) expect(waitingFor(key).length).toBeGreaterThan(0);
    expect(
      trips.filter(
        ({ trip }) =>
          trip.manager_status === 'MANAGER_APPROVED' &&
          trip.admin_status === 'ADMIN_PENDING' &&
          trip.cancellation_status === 'NOT_INITIATED',
      ).length,
    ).toBeGreaterThan(10);
    expect(trips.filter(({ trip }) => trip.cancellation_status === 'PENDING').length).toBeGreaterThan(5);
    for (const admin of ADMIN_STATUSES) expect(trips.some(({ trip }) => trip.admin_status === admin)).toBe(true);
  });

  test('newcomer has none', () => expect(of('newcomer')).toEqual([]));
});

describe('as if they had been asked for', () => {
  test('TRIP-1 TRIP-4 each could have been, the day it was', () => {
    for (const { trip } of trips) {
      const { startDate, endDate, travellerDOB, checkInDate, checkOutDate, ...rest } = tripAnswer(
        { ...trip, ...names, tickets: [], further_tickets: [] },
        timeZone,
      );
      const parsed = parseTrip(
        { ...rest, startDate, endDate, travellerDOB, checkInDate, checkOutDate },
        { today: dayOf(trip.created_at, timeZone), timeZone, creating: true },
      );
      expect(parsed.ok ? '' : `${trip.id} ${JSON.stringify(parsed.errors)}`).toBe('');
    }
  });

  test('AUD-1 nobody decides their own, nothing lies ahead, and every step has its row', () => {
    for (const { trip, audit } of trips) {
      expect(audit.map((row) => row.version)).toEqual(audit.map((_, index) => index + 1));
      expect([audit.at(-1)?.version, audit.at(-1)?.at]).toEqual([trip.version, trip.updated_at]);
      const moments = audit.map((row) => row.at);
      expect([moments.toSorted((a, b) => a - b), moments.every((at) => at <= NOW)]).toEqual([moments, true]);
      for (const row of audit)
        if (/^(?:manager|admin)-|^cancellation|^tickets|^no-show/.test(row.action))
          expect(row.actor_id).not.toBe(trip.owner_id);
    }
  });

  test('the same people, day and hour give the same trips; another day gives the same ones then', () => {
    expect(demoTrips(people, NOW, timeZone)).toEqual(trips);
    const later = demoTrips(people, NOW + 3 * 86_400_000, timeZone);
    expect(
      later
        .map((trip) => [
          trip.owner.key,
          trip.trip.manager_status,
          trip.trip.admin_status,
          trip.trip.cancellation_status,
        ])
        .toSorted(),
    ).toEqual(
      trips
        .map((trip) => [
          trip.owner.key,
          trip.trip.manager_status,
          trip.trip.admin_status,
          trip.trip.cancellation_status,
        ])
        .toSorted(),
    );
  });
});
