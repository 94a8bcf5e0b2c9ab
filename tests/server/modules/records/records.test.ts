import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD_KINDS } from '#contract/enums.ts';
import { anyRecord, seenRecord, type AnyRecord } from '#contract/record.ts';
import type { Trip } from '#contract/trip.ts';
import { idOfRecord } from '#domain/recordFace.ts';
import { searchableText } from '#domain/recordSearch.ts';
import type { Api } from '#tests/support/api.ts';
import { answer, ask, asked, history, listed, mine, read, seen, told } from '#tests/support/enquiries.ts';
import { approve, DAY, dataOf, expenseBody, file, own, update } from '#tests/support/expenses.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import * as trips from '#tests/support/trips.ts';

let server: TestServer;
let employee: Api;
let manager: Api;
beforeAll(async () => {
  server = await startServer();
  [employee, manager] = [await server.as('employee'), await server.as('manager')];
});
afterAll(() => server.close());

describe('NAV-6 one record whole', () => {
  it('a local expense as its own list has it, with its kind', async () => {
    const { expenseId } = await file(employee);
    const found = seenRecord.parse(await seen(employee, expenseId));
    expect(found).toEqual({ record: { kind: 'localExpense', record: await own(employee, expenseId) }, mayAsk: false });
    expect((await seen(manager, expenseId)).mayAsk).toBe(true);
  });

  it('ACC-13 what one may not see and what is not there answer alike', async () => {
    const { expenseId } = await file(employee);
    const [unseen, unknown] = [
      await read(await server.as('employee2'), expenseId),
      await read(manager, 'EXP0000000000'),
    ];
    expect(unseen.text).toBe(unknown.text);
    expect(unseen.body).toEqual({ success: false, code: 'NOT_FOUND', message: 'Nothing here, or not yours' });
    expect((await history(await server.as('employee2'), expenseId)).text).toBe(unknown.text);
    expect((await read(employee, encodeURIComponent("' or 1=1 --"))).status).toBe(404);
  });
});

describe('AUD-3 its history', () => {
  it('tells who did what and what changed, in words, and nothing of where it came from', async () => {
    const { expenseId } = await file(employee, { claimAmount: 1000, remarks: 'Taxi' });
    server.clock.now += 60_000;
    const bill = await employee.bill('another one');
    dataOf(
      await update(
        employee,
        expenseId,
        expenseBody(bill, {
          claimAmount: 900,
          remarks: 'Taxi there',
          localExpenseType: 'MOBILE_BILL',
          expenseDate: NOW - 2 * DAY,
        }),
      ),
    );
    server.clock.now += 60_000;
    dataOf(await approve(manager, expenseId, { managerApprovedAmount: 800.5, managerRemarks: 'Limit' }));
    const whole = await history(employee, expenseId);
    const rows = await told(employee, expenseId);
    expect(rows.map(({ by, what, onBehalfOf }) => [by, what, onBehalfOf])).toEqual([
      ['Ravi Menon', 'Approved by the manager', null],
      ['Asha Nair', 'Changed', null],
      ['Asha Nair', 'Raised', null],
    ]);
    expect(rows[0]?.changes).toEqual([
      { field: 'Manager', before: 'Pending', after: 'Approved' },
      { field: 'Manager approved', before: null, after: '₹800.50' },
      { field: 'Manager remarks', before: null, after: 'Limit' },
    ]);
    expect(rows[1]?.changes).toEqual([
      { field: 'Type', before: 'Others', after: 'Mobile Bill' },
      { field: 'Date', before: '14-07-2026', after: '13-07-2026' },
      { field: 'Amount', before: '₹1,000.00', after: '₹900.00' },
      { field: 'Remarks', before: 'Taxi', after: 'Taxi there' },
      { field: 'Bills', before: '1 bill', after: '1 bill, other files' },
    ]);
    expect(rows[2]?.changes).toContainEqual({ field: 'Amount', before: null, after: '₹1,000.00' });
    expect(whole.text).not.toMatch(/127\.0\.0\.1|PRS|[0-9a-f]{64}/);
  });

  it('names the one in whose place it was done', async () => {
    const { expenseId } = await file(employee);
    const row = await server.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', expenseId)
      .executeTakeFirstOrThrow();
    const people = await server.database.db
      .selectFrom('people')
      .select(['id', 'name'])
      .where('name', 'in', ['Ravi Menon', 'Vikram Rao'])
      .execute();
    const idOf = (name: string): string => people.find((person) => person.name === name)?.id ?? '';
    const { id: _id, ...copy } = row;
    await server.database.db
      .insertInto('audit_log')
      .values({
        ...copy,
        before: JSON.stringify(row.after),
        after: JSON.stringify(row.after),
        version: 2,
        action: 'manager-approve',
        actor_id: idOf('Vikram Rao'),
        on_behalf_of: idOf('Ravi Menon'),
      })
      .execute();
    expect((await told(employee, expenseId))[0]).toMatchObject({
      by: 'Vikram Rao',
      onBehalfOf: 'Ravi Menon',
      what: 'Approved by the manager',
      changes: [],
    });
  });
});

const rowsOf = async (api: Api, query = ''): Promise<{ rows: AnyRecord[]; total: number }> => {
  const got = await mine(api, query);
  return { rows: dataOf<unknown[]>(got).map((row) => anyRecord.parse(row)), total: Number(got.body['totalElements']) };
};
const idsOf = async (api: Api, query = ''): Promise<string[]> => (await rowsOf(api, query)).rows.map(idOfRecord);

describe('NAV-4 everything one raised', () => {
  it('LIST-3 newest first, whole, in pages that never overlap, and only one’s own', async () => {
    const me = await server.as('employee3');
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      server.clock.now += 1000;
      made.push((await file(me, { remarks: `Number ${n}` })).expenseId);
    }
    expect(await idsOf(me)).toEqual(made.toReversed());
    const pages = [
      await rowsOf(me, '?pageSize=3'),
      await rowsOf(me, '?pageSize=3&pageNumber=1'),
      await rowsOf(me, '?pageSize=3&pageNumber=2'),
      await rowsOf(me, '?pageSize=3&pageNumber=3'),
    ];
    expect(pages.flatMap(({ rows }) => rows.map(idOfRecord))).toEqual(made.toReversed());
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
    expect(await rowsOf(await server.as('newcomer'))).toEqual({ rows: [], total: 0 });
  });

  it('filters by kind, status and day, and finds by words', async () => {
    const me = await server.as('employee2');
    const local = String(RECORD_KINDS.indexOf('localExpense'));
    const taxi = await file(me, { remarks: 'Taxi to 100% Foods', claimAmount: 1234.5, expenseDate: NOW - 3 * DAY });
    server.clock.now += 1000;
    const mobile = await file(me, { localExpenseType: 'MOBILE_BILL', remarks: 'Jio', claimAmount: 708 });
    dataOf(await approve(manager, mobile.expenseId, { managerApprovedAmount: 708 }));
    expect(await idsOf(me, `?filter=RECORD_KIND:${local}`)).toEqual([mobile.expenseId, taxi.expenseId]);
    expect(await idsOf(me, `?filter=RECORD_KIND:${RECORD_KINDS.indexOf('conveyance')}`)).toEqual([]);
    expect(await idsOf(me, '?filter=MANAGER_APPROVAL_STATUS:0')).toEqual([mobile.expenseId]);
    expect(await idsOf(me, `?filter=DATE_RANGE:${NOW - 3 * DAY}|${NOW - 2 * DAY}`)).toEqual([taxi.expenseId]);
    const search = (text: string): Promise<string[]> => idsOf(me, `?filter=SEARCH:${encodeURIComponent(text)}`);
    for (const text of [
      'taxi',
      '100%',
      'FOODS taxi',
      '₹1,234.50',
      taxi.expenseId.toLowerCase(),
      '12-07-2026',
      'others',
    ])
      expect([text, await search(text)]).toEqual([text, [taxi.expenseId]]);
    for (const text of ['708', '₹708.00', 'mobile bill', 'jio local'])
      expect([text, await search(text)]).toEqual([text, [mobile.expenseId]]);
    for (const text of ['taxi jio', '_', 'zebra']) expect([text, await search(text)]).toEqual([text, []]);
  });

  it('LIST-2 keeps what was withdrawn, and names a filter that it does not have', async () => {
    const me = await server.as('finance');
    const { expenseId } = await file(me);
    await server.database.db
      .updateTable('claims')
      .set({ withdrawn_at: server.clock.now })
      .where('id', '=', expenseId)
      .execute();
    expect(await idsOf(me)).toEqual([expenseId]);
    for (const [query, key] of [
      ['?filter=USER_EMAIL:a@b.c', 'USER_EMAIL'],
      ['?filter=RECORD_KIND:9', 'RECORD_KIND'],
      [`?filter=SEARCH:${'x'.repeat(101)}`, 'SEARCH'],
      ['?filter=SEARCH:a|b', 'SEARCH'],
      ['?filter=DATE_RANGE:9999999999999999|', 'DATE_RANGE'],
      ['?sort=EMPLOYEE_CODE', 'sort'],
    ] as const) {
      expect([query, (await mine(me, query)).body['errors']]).toEqual([query, { [key]: expect.any(String) }]);
    }
  });
});

describe('trips among them', () => {
  it('NAV-6 AUD-3 a trip whole with its history; ENQ-1 its manager and the admin may ask', async () => {
    const { tripId } = dataOf<Trip>(
      await trips.create(employee, trips.tripBody({ departureCity: 'Bengaluru', arrivalCity: 'Pune' })),
    );
    const found = seenRecord.parse(await seen(employee, tripId));
    expect(found).toMatchObject({
      mayAsk: false,
      record: { kind: 'trip', record: { tripId, departureCity: 'Bengaluru' } },
    });
    for (const who of ['manager', 'director', 'admin'] as const)
      expect([who, (await seen(await server.as(who), tripId)).mayAsk]).toEqual([who, true]);
    for (const who of ['finance', 'employee2', 'manager2'] as const)
      expect([who, (await read(await server.as(who), tripId)).status]).toEqual([who, 404]);
    const { enquiryId, about: face } = await asked(await server.as('admin'), tripId, 'By train?');
    expect(face).toMatchObject({ id: tripId, kind: 'trip', title: 'Bengaluru to Pune', amount: null });
    dataOf(await answer(employee, enquiryId, 'Yes.'));
    server.clock.now += 60_000;
    dataOf(await trips.cancel(employee, tripId));
    expect((await told(employee, tripId)).map(({ what }) => what)).toEqual([
      'Cancelled',
      'Answered a question',
      'Asked a question',
      'Raised',
    ]);
    expect((await ask(await server.as('admin'), tripId)).body).toMatchObject({ code: 'CONFLICT' });
    expect((await listed(await server.as('admin'))).rows.map((row) => row.enquiryId)).toContain(enquiryId);
  });

  it('NAV-4 stand among one’s claims, and are found by place, reason and day', async () => {
    const me = await server.as('director');
    const claim = await file(me, { remarks: 'Pune parking' });
    server.clock.now += 1000;
    const { tripId } = dataOf<Trip>(
      await trips.create(
        me,
        trips.tripBody({ departureCity: 'Kochi', arrivalCity: 'Pune', reasonForTravel: 'Dealer meet' }),
      ),
    );
    expect(await idsOf(me)).toEqual([tripId, claim.expenseId]);
    for (const [query, ids] of [
      ['pune', [tripId, claim.expenseId]],
      ['kochi', [tripId]],
      ['dealer travel request', [tripId]],
      ['parking', [claim.expenseId]],
    ] as const) {
      expect([query, await idsOf(me, `?filter=SEARCH:${encodeURIComponent(query)}`)]).toEqual([query, ids]);
    }
    expect(await idsOf(me, `?filter=RECORD_KIND:${RECORD_KINDS.indexOf('trip')}`)).toEqual([tripId]);
    const { rows } = await rowsOf(me);
    for (const any of rows)
      for (const word of ['pune', idOfRecord(any).toLowerCase()])
        expect(searchableText(any, 'Asia/Kolkata')).toContain(word);
  });
});
