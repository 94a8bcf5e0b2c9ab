import { describe, expect, test } from 'vitest';
import { CANCELLATION_STATUSES, RECORD_KINDS } from '#contract/enums.ts';
import { anyRecord, recordFace } from '#contract/record.ts';
import { endingOf, faceOf, idOfRecord, statusesOf } from '#domain/recordFace.ts';
import { isGone, matchesRecord, parseSearchWords, recordOrder, searchableText } from '#domain/recordSearch.ts';
import { APPROVED } from '#tests/support/claims.ts';
import { anyConveyance, anyLocal, anyTravel, anyTrip } from '#tests/support/records.ts';

const ZONE = 'Asia/Kolkata';
const all = [anyTrip(), anyLocal(), anyTravel(), anyConveyance()];

describe('NAV-6 a record in a line', () => {
  test('every kind has an id, a title, days and two statuses', () => {
    for (const any of all) {
      expect(anyRecord.parse(any)).toEqual(any);
      expect(recordFace.parse(faceOf(any, ZONE)).id).toBe(idOfRecord(any));
      expect(statusesOf(any).map(({ by }) => by)).toEqual(['Manager', any.kind === 'trip' ? 'Admin' : 'Finance']);
    }
    expect(all.map((any) => faceOf(any, ZONE))).toMatchObject([
      { kind: 'trip', title: 'Bengaluru to Pune', amount: null, from: '2026-11-20', to: '2026-11-22' },
      { kind: 'localExpense', title: 'Others', amount: 450, from: '2026-11-12', to: '2026-11-12' },
      { kind: 'travelExpense', title: 'Food', amount: 450 },
      { kind: 'conveyance', title: 'Whitefield to Hebbal', amount: 450 },
    ]);
  });

  test('ENQ-6 what was withdrawn or cancelled is gone; what only asks for it is not', () => {
    expect(all.map(isGone)).toEqual([false, false, false, false]);
    expect(
      [anyLocal({ withdrawn: true }), anyTravel({ withdrawn: true }), anyConveyance({ withdrawn: true })].map(isGone),
    ).toEqual([true, true, true]);
    expect(
      CANCELLATION_STATUSES.map((cancellationStatus) => endingOf(anyTrip({ cancellationStatus }))?.word ?? null),
    ).toEqual([null, 'Cancellation asked for', 'Cancelled', 'Cancellation rejected']);
    expect(CANCELLATION_STATUSES.map((cancellationStatus) => isGone(anyTrip({ cancellationStatus })))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

describe('NAV-4 finding one’s own', () => {
  test('words are small, once each, and amounts are read as people write them', () => {
    expect(parseSearchWords('  Taxi taxi\tPune ')).toEqual(['taxi', 'pune']);
    expect(parseSearchWords('₹1,23,456.00 708.50 12.')).toEqual(['123456', '708.5', '12']);
    expect(parseSearchWords('12-11-2026 a,b')).toEqual(['12-11-2026', 'a,b']);
    expect(parseSearchWords('')).toEqual([]);
  });

  test('a search looks at id, kind, type, places, client, remarks, amount and days', () => {
    for (const word of ['trp', 'travel request', 'bengaluru', 'pune', 'dealer', '20-11-2026', '22-11-2026'])
      expect(searchableText(anyTrip(), ZONE)).toContain(word);
    for (const word of ['local expense', 'others', 'taxi', '450', '12-11-2026'])
      expect(searchableText(anyLocal(), ZONE)).toContain(word);
    for (const word of ['travel expense', 'food', 'trp0001']) expect(searchableText(anyTravel(), ZONE)).toContain(word);
    for (const word of ['conveyance', 'cab', 'kaveri', 'whitefield', 'hebbal'])
      expect(searchableText(anyConveyance(), ZONE)).toContain(word);
  });

  test('LIST-4 each filter, alone and together; one that this list does not have selects none', () => {
    const found = (filters: Parameters<typeof matchesRecord>[0]) =>
      all.filter((any) => matchesRecord(filters, any, { timeZone: ZONE })).map(({ kind }) => kind);
    expect(found({})).toEqual([...RECORD_KINDS]);
    expect(found({ RECORD_KIND: ['0', '3'] })).toEqual(['trip', 'conveyance']);
    expect(found({ DATE_RANGE: [String(Date.UTC(2026, 10, 20)), ''] })).toEqual(['trip']);
    expect(found({ SEARCH: ['450 whitefield'] })).toEqual(['conveyance']);
    expect(found({ SEARCH: ['450'], RECORD_KIND: ['1', '2'] })).toEqual(['localExpense', 'travelExpense']);
    expect(found({ MANAGER_APPROVAL_STATUS: ['0'] })).toEqual([]);
    expect(
      matchesRecord({ MANAGER_APPROVAL_STATUS: ['0'] }, anyLocal({ managerApprovalStatus: APPROVED }), {
        timeZone: ZONE,
      }),
    ).toBe(true);
    expect(found({ USER_EMAIL: ['employee@example.com'] })).toEqual([]);
  });

  test('LIST-3 newest first, ties by id', () => {
    const [old, tieA, tieB] = [
      anyLocal({ createdAt: 1 }),
      anyLocal({ createdAt: 2, expenseId: 'EXPA' }),
      anyLocal({ createdAt: 2, expenseId: 'EXPB' }),
    ];
    expect([old, tieA, tieB].toSorted(recordOrder()).map(idOfRecord)).toEqual(['EXPB', 'EXPA', idOfRecord(old)]);
  });
});
