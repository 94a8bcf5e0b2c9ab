import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_STATUSES, CANCELLATION_STATUSES } from '#contract/enums.ts';
import { encodeListQuery, type Filters, type SortKey } from '#contract/query.ts';
import { tripMatches, tripOrder } from '#domain/tripSearch.ts';
import type { Trip } from '#contract/trip.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { create, inDays, search, tripBody, ZONE } from '#tests/support/trips.ts';

/**
 * The lists of trips, against all trips there are: what a filter means is said by the domain, and the server must find
 * the same.
 */
const OWNERS = ['employee', 'employee2', 'employee3', 'manager'] as const;
const CITIES = ['Chennai', 'Pune', 'New Delhi', 'Kochi'];
const MANAGER = ['MANAGER_PENDING', 'MANAGER_APPROVED', 'MANAGER_REJECTED', 'NO_SHOW'] as const;

let server: TestServer;
let all: Trip[];
beforeAll(async () => {
  server = await startServer();
  for (let i = 0; i < 72; i += 1) {
    const who = OWNERS[i % OWNERS.length] ?? 'employee';
    // Several in one moment: their ids then tell which comes first.
    server.clock.now = NOW + Math.floor(i / 3) * 1000;
    const answer = await create(
      await server.as(who),
      tripBody({ arrivalCity: CITIES[(i * 7) % CITIES.length], startDate: inDays(i % 20), endDate: inDays(30) }),
    );
    const columns = {
      manager_status: MANAGER[Math.floor(i / 4) % 4],
      admin_status: ADMIN_STATUSES[Math.floor(i / 5) % 4],
      cancellation_status: CANCELLATION_STATUSES[Math.floor(i / 6) % 4],
    };
    await server.database.db
      .updateTable('trips')
      .set(columns as never)
      .where('id', '=', (answer.body['data'] as Trip).tripId)
      .execute();
  }
  server.clock.now = NOW + 3_600_000;
  const admin = await server.as('admin');
  all = rowsOf(await search(admin, '?pageSize=100&filter=CANCELLATION_STATUS:0|1|2|3'));
});
afterAll(() => server.close());

const rowsOf = (answer: Answer): Trip[] => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body['content'] as Trip[];
};
const totalOf = (answer: Answer): number => answer.body['totalElements'] as number;
const asked = (api: Api, filters: Filters, sort?: SortKey, page = {}): Promise<Answer> =>
  search(api, `?${encodeListQuery({ filters, sort, pageSize: 100, ...page })}`);
const expected = (filters: Filters, of: readonly Trip[], sort?: SortKey): string[] =>
  of
    .filter((trip) => tripMatches(filters, trip, { timeZone: ZONE }))
    .toSorted(tripOrder(sort))
    .map((trip) => trip.tripId);
const ids = (rows: readonly Trip[]): string[] => rows.map((trip) => trip.tripId);

const codes = (most: number) =>
  fc.uniqueArray(fc.integer({ min: 0, max: most }).map(String), { minLength: 1, maxLength: 3 });
const days = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }))
  .map(([a, b]) => [String(inDays(Math.min(a, b))), String(inDays(Math.max(a, b)))]);
const common = {
  MANAGER_APPROVAL_STATUS: codes(3),
  ADMIN_APPROVAL_STATUS: codes(3),
  CANCELLATION_STATUS: codes(3),
  DATE_RANGE: fc.oneof(
    days,
    days.map(([from]) => [from ?? '', '']),
    days.map(([, to]) => ['', to ?? '']),
  ),
  DESTINATION: fc.uniqueArray(fc.constantFrom('chennai', 'PUNE', 'New Delhi', 'Nowhere', 'Pune'), {
    minLength: 1,
    maxLength: 3,
  }),
};
const about = {
  EMPLOYEE_EMAIL: fc.uniqueArray(fc.constantFrom(...OWNERS.map((who) => email(who).toUpperCase()), 'x@example.com'), {
    minLength: 1,
    maxLength: 2,
  }),
  EMPLOYEE_CODE: fc.constantFrom(['kh1001'], ['KH1001', 'KH1003'], ['K%']),
  EMPLOYEE_NAME: fc.constantFrom(['asha nair'], ['Meera Kulkarni', 'Asha'], ['_sha Nair']),
};
const some = <T extends Record<string, fc.Arbitrary<readonly string[]>>>(of: T): fc.Arbitrary<Filters> =>
  fc.record(of, { requiredKeys: [] }) as fc.Arbitrary<Filters>;

async function sameAs(who: PersonKey, fixed: Filters, filters: Filters, sort?: SortKey): Promise<void> {
  const whole = { ...filters, ...fixed };
  const answer = await asked(await server.as(who), whole, sort);
  const wanted = expected(whole, all, sort);
  expect([ids(rowsOf(answer)), totalOf(answer)]).toEqual([wanted, wanted.length]);
}
const sorts = fc.constantFrom<(SortKey | undefined)[]>(undefined, undefined, 'EMPLOYEE_CODE');

describe('what a list of trips finds', () => {
  it('LIST-3 there are enough to tell', () => expect(all.length).toBe(72));

  it('LIST-4 LIST-13 one’s own, cancelled ones too', async () => {
    await fc.assert(
      fc.asyncProperty(some(common), (filters) => sameAs('employee', { USER_EMAIL: [email('employee')] }, filters)),
      { numRuns: 60 },
    );
  });
  it('LIST-4 TRIP-8 a manager’s queue', async () => {
    await fc.assert(
      fc.asyncProperty(some({ ...common, ...about }), sorts, (filters, sort) =>
        sameAs('manager', { MANAGER_EMAIL: [email('manager')] }, filters, sort),
      ),
      { numRuns: 80 },
    );
  });
  it('LIST-4 TRIP-8 everybody’s, for admins', async () => {
    await fc.assert(
      fc.asyncProperty(some({ ...common, ...about }), sorts, (filters, sort) => sameAs('admin', {}, filters, sort)),
      { numRuns: 80 },
    );
  });

  it('LIST-3 LIST-6 pages never overlap and together are the whole', async () => {
    const admin = await server.as('admin');
    for (const filters of [
      {},
      { MANAGER_APPROVAL_STATUS: ['0', '1'] },
      { DESTINATION: ['Pune', 'Kochi'] },
      { EMPLOYEE_EMAIL: [email('employee'), email('employee2')] },
    ] as Filters[]) {
      const wanted = expected(filters, all);
      const pages: string[] = [];
      for (let pageNumber = 0; pageNumber * 7 < wanted.length; pageNumber += 1)
        pages.push(...ids(rowsOf(await asked(admin, filters, undefined, { pageSize: 7, pageNumber }))));
      expect(pages).toEqual(wanted);
      const beyond = await asked(admin, filters, undefined, { pageSize: 7, pageNumber: 50 });
      expect([rowsOf(beyond), totalOf(beyond)]).toEqual([[], wanted.length]);
    }
  });
});

describe('whose list it is', () => {
  it('ACC-14 nobody named: one’s own, or everybody’s for admins', async () => {
    expect(ids(rowsOf(await search(await server.as('employee2'), '?pageSize=100')))).toEqual(
      expected({ USER_EMAIL: [email('employee2')] }, all),
    );
    expect(ids(rowsOf(await search(await server.as('admin'), '?pageSize=100')))).toEqual(expected({}, all));
    expect(rowsOf(await search(await server.as('newcomer')))).toEqual([]);
  });

  const views = async () =>
    (
      await server.database.db
        .selectFrom('audit_log')
        .select(['actor_id', 'on_behalf_of', 'after'])
        .where('action', '=', 'view')
        .execute()
    ).length;
  it('ACC-9 AUD-2 another’s, read by those above and by admins, is on record', async () => {
    const before = await views();
    for (const who of ['manager', 'director', 'admin'] as const)
      expect(ids(rowsOf(await asked(await server.as(who), { USER_EMAIL: [email('employee')] })))).toEqual(
        expected({ USER_EMAIL: [email('employee')] }, all),
      );
    expect(await views()).toBe(before + 3);
    expect(
      await server.database.db
        .selectFrom('audit_log')
        .select(['on_behalf_of', 'after'])
        .where('action', '=', 'view')
        .where('actor_id', '=', idOf('admin'))
        .execute(),
    ).toEqual([{ on_behalf_of: idOf('employee'), after: { what: 'trips' } }]);
  });
  it('ACC-9 Z19 refused alike whether the person exists or not', async () => {
    const employee2 = await server.as('employee2');
    const answers = [
      await asked(employee2, { USER_EMAIL: [email('employee')] }),
      await asked(employee2, { USER_EMAIL: ['nobody@example.com'] }),
      await asked(employee2, { MANAGER_EMAIL: [email('manager')] }),
      await asked(employee2, { MANAGER_EMAIL: [email('employee2')] }),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([403, answers[0]?.body]);
  });
  it('ACC-10 another’s queue is for the line above alone', async () => {
    expect(ids(rowsOf(await asked(await server.as('director'), { MANAGER_EMAIL: [email('manager')] })))).toEqual(
      expected({ MANAGER_EMAIL: [email('manager')] }, all),
    );
    for (const who of ['manager2', 'admin', 'finance', 'employee'] as const)
      expect((await asked(await server.as(who), { MANAGER_EMAIL: [email('manager')] })).status).toBe(403);
  });
  it.each([
    ['another kind’s filter', '?filter=FINANCE_APPROVAL_STATUS:1', 'FINANCE_APPROVAL_STATUS'],
    ['two people', `?filter=USER_EMAIL:${email('employee')}&filter=MANAGER_EMAIL:${email('manager')}`, 'MANAGER_EMAIL'],
    ['one person twice', `?filter=USER_EMAIL:a&filter=USER_EMAIL:b`, 'USER_EMAIL'],
    ['people on one’s own list', `?filter=USER_EMAIL:${email('employee')}&filter=EMPLOYEE_NAME:x`, 'EMPLOYEE_NAME'],
    ['sorting one’s own list', `?filter=USER_EMAIL:${email('employee')}&sort=EMPLOYEE_CODE`, 'sort'],
    ['an unknown code', '?filter=CANCELLATION_STATUS:4', 'CANCELLATION_STATUS'],
    ['a moment that is no day', '?filter=DATE_RANGE:999999999999999|', 'DATE_RANGE'],
    ['an unknown key', '?filter=TRIP_ID:1', 'TRIP_ID'],
  ])('LIST-2 LIST-13 Z20 Z36 %s: 400 naming the key', async (_, query, key) => {
    const answer = await search(await server.as('employee'), query);
    expect([answer.status, Object.keys(answer.body['errors'] as object)]).toEqual([400, [key]]);
  });
  it('LIST-2 a list of everybody’s that is none’s to ask for: 403', async () => {
    for (const query of ['?filter=EMPLOYEE_NAME:x', '?sort=EMPLOYEE_CODE'])
      expect((await search(await server.as('manager'), query)).status).toBe(403);
  });
});

describe('the totals kept beside the trips', () => {
  it('LIST-3 follow them when managers change and trips are removed', async () => {
    const { db } = server.database;
    const key = sql`
      concat_ws(' ', owner_id, coalesce(manager_id, ''), manager_status, admin_status, cancellation_status)`;
    await sql`update trips set manager_id = ${idOf('director')} where owner_id = ${idOf('employee2')}`.execute(db);
    await sql`delete from trips where owner_id = ${idOf('employee3')}`.execute(db);
    const kept = await sql`select ${key} as key, trips from trip_totals where trips <> 0 order by key`.execute(db);
    const counted = await sql`
      select ${key} as key, count(*) as trips from trips
      group by owner_id, manager_id, manager_status, admin_status, cancellation_status order by key`.execute(db);
    expect(kept.rows).toEqual(counted.rows);
    expect(counted.rows.length).toBeGreaterThan(20);
    const overall = sql`concat_ws(' ', manager_status, admin_status, cancellation_status)`;
    const ofAll = (table: string) =>
      sql`select ${overall} as key, sum(trips)::bigint as trips from ${sql.table(table)}
        group by manager_status, admin_status, cancellation_status having sum(trips) <> 0 order by key`.execute(db);
    expect((await ofAll('overall_trip_totals')).rows).toEqual((await ofAll('trip_totals')).rows);
  });
});
