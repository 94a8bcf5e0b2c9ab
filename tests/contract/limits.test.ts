import { expect, test } from 'vitest';
import {
  CANCELLATION_CODES,
  CANCELLATION_STATUSES,
  CONVEYANCE_TYPES,
  LOCAL_EXPENSE_TYPES,
  PRIMARY_EXPENSE_TYPE,
  STATUS_CODES,
  TRAVEL_EXPENSE_TYPES,
} from '#contract/enums.ts';
import * as limits from '#contract/limits.ts';
import { pageOf } from '#contract/paging.ts';

test('LIM-1 the numbers of the product’s owner', () => {
  expect(limits).toMatchObject({
    PAGE_SIZE: 25,
    FIRST_PAGE: 0,
    MAX_PAGE_SIZE: 100,
    FILE_BYTES_LIMIT: 2 * 1024 * 1024,
    FOOD_LIMIT_RUPEES: 750,
    EXPENSE_WINDOW_DAYS: 90,
    MAX_AMOUNT_TEXT: 11,
    MAX_BULK_IDS: 100,
    MAX_INTAKE_BATCH: 500,
    KEEP_DAYS: 400,
    ORPHAN_FILE_DAYS: 30,
  });
  expect(limits.MAX_AMOUNT_PAISE / 100).toBe(99_999_999.99);
  expect((limits.MAX_AMOUNT_PAISE / 100).toFixed(2)).toHaveLength(limits.MAX_AMOUNT_TEXT);
});

test('LIM-2 a code on the wire is the position in its list', () => {
  expect(LOCAL_EXPENSE_TYPES.map((type, code) => `${type}=${code}`)).toEqual(['MOBILE_BILL=0', 'OTHERS=1']);
  expect(TRAVEL_EXPENSE_TYPES.map((type, code) => `${type}=${code}`)).toEqual([
    'FOOD=0',
    'CONVEYANCE=1',
    'ACCOMMODATION=2',
    'OTHER=3',
  ]);
  expect(CONVEYANCE_TYPES.map((type, code) => `${type}=${code}`)).toEqual([
    'CAB=0',
    'SELF_CAR=1',
    'SELF_BIKE=2',
    'AUTO=3',
    'BUS=4',
  ]);
  expect(PRIMARY_EXPENSE_TYPE).toEqual({ local: 0, conveyance: 1, travel: 2 });
  expect(STATUS_CODES).toEqual({ approved: 0, pending: 1, rejected: 2, noShow: 3 });
  expect(CANCELLATION_CODES).toEqual({ approved: 0, pending: 1, rejected: 2, notInitiated: 3 });
  expect(CANCELLATION_STATUSES).toHaveLength(4);
});

test.each(['abcd1234', 'A-b_9'.padEnd(128, 'x'), crypto.randomUUID()])('WIRE-5 %s is a key', (key) => {
  expect(limits.IDEMPOTENCY_KEY_PATTERN.test(key)).toBe(true);
});

test.each(['', 'short', 'x'.repeat(129), 'x'.repeat(300), 'abcd1234\n', 'abcd 1234', 'abcd1234;', 'äbcd12345'])(
  'WIRE-5 Z31 %j is no key',
  (key) => {
    expect(limits.IDEMPOTENCY_KEY_PATTERN.test(key)).toBe(false);
  },
);

test('LIST-5 every envelope of a list comes to rows and a total', () => {
  expect(pageOf({ content: [1, 2], totalElements: 9 })).toEqual({ rows: [1, 2], total: 9 });
  expect(pageOf({ data: [1], totalElements: 3 })).toEqual({ rows: [1], total: 3 });
  const summary = { ACCEPTED_COUNT: 1, ACCEPTED_AMOUNT: 2, PENDING_COUNT: 3, PENDING_AMOUNT: 4 };
  expect(pageOf({ data: { results: { content: [], totalElements: 0 }, summary } })).toEqual({
    rows: [],
    total: 0,
    summary,
  });
});
