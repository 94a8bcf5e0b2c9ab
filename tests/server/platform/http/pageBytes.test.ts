import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { urlOf, type Endpoint } from '#contract/endpoint.ts';
import { ENDPOINTS } from '#contract/endpoints.ts';
import { MAX_ANSWER_BYTES, MAX_BILLS, MAX_PAGE_SIZE, PAGE_SIZE } from '#contract/limits.ts';
import type { AnyRecord, SeenRecord } from '#contract/record.ts';
import { pageOf } from '#contract/paging.ts';
import { fillPeople, fillTally, fillTheRest, fillToTheBrim, REMARKS } from '#tests/support/fullest.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import { email, idOf, type PersonKey } from '#tests/support/people.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { tripsOf } from '#tests/support/travelClaims.ts';
import { MAX_CLAIMS } from '#server/modules/trips/repository/trips.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  await fillToTheBrim(server, MAX_PAGE_SIZE);
  await fillTheRest(server, MAX_PAGE_SIZE);
  await fillPeople(server, MAX_PAGE_SIZE);
});
afterAll(() => server.close());

/**
 * Once the claims are in the accounts, none waits for finance: filled when the lists of Tally are read, the last ones.
 */
let tally: Promise<void> | undefined;

interface Reader {
  who: PersonKey;
  filter?: string;
  parts?: Record<string, string>;
}
const CLAIMS: Reader[] = [
  { who: 'employee' },
  { who: 'manager', filter: `MANAGER_EMAIL:${email('manager')}` },
  { who: 'finance' },
];
const TALLY: Reader[] = [{ who: 'tally' }];
/** Who reads each list, with a page of the fullest rows before them. */
const READERS: Record<string, Reader[]> = {
  searchLocalExpenses: CLAIMS,
  searchConveyance: CLAIMS,
  searchTravelExpenses: CLAIMS,
  searchTrips: [{ who: 'employee' }, { who: 'manager', filter: `MANAGER_EMAIL:${email('manager')}` }, { who: 'admin' }],
  searchTravelTrips: [{ who: 'employee' }],
  searchMine: [{ who: 'employee' }],
  searchWaiting: [{ who: 'finance' }, { who: 'admin' }],
  searchEnquiries: [{ who: 'employee' }, { who: 'manager' }],
  listNotifications: [{ who: 'employee' }],
  findAllCampaigns: [{ who: 'campaign-manager' }],
  listPeople: [{ who: 'org-admin' }],
  listAudit: [{ who: 'org-admin' }],
  listReports: [{ who: 'org-admin', parts: { id: idOf('case-user') } }],
  listTallyBatches: TALLY,
  listTallyCandidates: TALLY,
  listTallyVouchers: [{ who: 'tally', parts: { id: 'TLYFULL1' } }],
};

type Paged = Parameters<typeof pageOf>[0];
const read = async (name: string, { who, filter, parts }: Reader, size: number): Promise<Answer> =>
  (await server.as(who)).get(
    urlOf(ENDPOINTS[name as keyof typeof ENDPOINTS], {
      ...(parts && { parts }),
      list: `pageSize=${size}${filter === undefined ? '' : `&filter=${filter}`}`,
    }),
  );
const rowsOf = (answer: Answer): Record<string, unknown>[] =>
  pageOf(answer.body as unknown as Paged).rows as Record<string, unknown>[];
const bytesOf = (answer: Answer): number => answer.bytes.length;
const lists = (Object.entries(ENDPOINTS) as [string, Endpoint][])
  .filter(([, { list, bytes }]) => list === true && bytes === undefined)
  .map(([name]) => name);

describe('S3 the largest page of the fullest rows', () => {
  it('every list is read here', () => {
    expect(lists.filter((name) => READERS[name] === undefined)).toEqual([]);
  });

  it.each(lists)('%s stays below a million bytes and has all its rows', async (name) => {
    if (name.startsWith('listTally')) await (tally ??= fillTally(server));
    for (const reader of READERS[name] ?? []) {
      const answer = await read(name, reader, MAX_PAGE_SIZE);
      expect([reader.who, answer.status, answer.status === 200 ? rowsOf(answer).length : answer.text]).toEqual([
        reader.who,
        200,
        MAX_PAGE_SIZE,
      ]);
      expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    }
  });
});

const ownLists: [string, Reader][] = [
  ['searchLocalExpenses', { who: 'employee' }],
  ['searchConveyance', { who: 'employee' }],
  ['searchTravelExpenses', { who: 'employee' }],
];

describe('S3 what is cut', () => {
  it('LIST-18: of a page of trips of the usual size nothing that their owner fills in', async () => {
    for (const row of rowsOf(await read('searchTrips', { who: 'employee' }, PAGE_SIZE))) {
      expect([
        row['reasonForTravel'] === REMARKS,
        row['remarks'] === REMARKS,
        row['preferredHotel'] === row['traveller'],
        row['cut'],
      ]).toEqual([true, true, true, true]);
      expect(String(row['adminRemarks']).length).toBeLessThan(REMARKS.length);
    }
  });

  it.each(ownLists)('%s: nothing of a page of the usual size', async (name, reader) => {
    const answer = await read(name, reader, PAGE_SIZE);
    for (const row of rowsOf(answer))
      expect([
        row['remarks'] === REMARKS,
        row['managerRemarks'] === REMARKS,
        row['financeRemarks'] === REMARKS,
        (row['billUrl'] as unknown[]).length,
        row['cut'],
      ]).toEqual([true, true, true, MAX_BILLS, undefined]);
    expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
  });

  it('LIST-18: a cut row says so, its ids and addresses are whole, and the record itself is', async () => {
    const employee = await server.as('employee');
    for (const [name, reader] of ownLists) {
      const [row] = rowsOf(await read(name, reader, MAX_PAGE_SIZE));
      expect([row?.['cut'], row?.['userEmail'], String(row?.['remarks']).endsWith('₹…')]).toEqual([
        true,
        email('employee'),
        true,
      ]);
      const { billUrl } = row as { billUrl: { fingerPrint: string; url: string }[] };
      for (const bill of billUrl)
        expect([bill.fingerPrint.length, bill.url.endsWith(bill.fingerPrint)]).toEqual([64, true]);
      const { record } = (await seen(employee, String(row?.['expenseId'] ?? row?.['tripId']))).record;
      expect([
        'remarks' in record && record.remarks === REMARKS,
        'billUrl' in record && record.billUrl.length,
        record.cut,
      ]).toEqual([true, MAX_BILLS, undefined]);
    }
    const [mine] = rowsOf(await read('searchMine', { who: 'employee' }, MAX_PAGE_SIZE)) as unknown as AnyRecord[];
    expect(mine?.record.cut).toBe(true);
  });

  it('LIST-19: claims that a page of trips has no room for are left out whole, and trips say so', async () => {
    for (const size of [MAX_PAGE_SIZE, PAGE_SIZE]) {
      const trips = tripsOf(await read('searchTravelTrips', { who: 'employee' }, size));
      const told = trips.map(({ dateResponseList }) =>
        dateResponseList.flatMap(({ travelExpenses }) => travelExpenses),
      );
      expect(
        told
          .flat()
          .every((claim) => claim.remarks === REMARKS && claim.billUrl.length === MAX_BILLS && claim.cut === undefined),
      ).toBe(true);
      expect(told[0]).toHaveLength(1);
      trips.forEach(({ cut }, at) => expect(cut).toBe(told[at]?.length === 0 ? true : undefined));
    }
    // Most of them on one trip, more than are read.
    await sql`
      insert into claims select r.* from (select * from claims where kind = 2 order by trip_id desc limit 1) c,
      generate_series(1, ${sql.lit(MAX_CLAIMS)}) n,
      jsonb_populate_record(null::claims,
      to_jsonb(c) || jsonb_build_object('id', 'EXTMORE' || n, 'remarks', 'x', 'manager_remarks', null,
      'finance_remarks', null)) r`.execute(server.database.db);
    const answer = await read('searchTravelTrips', { who: 'employee' }, MAX_PAGE_SIZE);
    expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    const trips = tripsOf(answer);
    const crowded = trips.findIndex(
      ({ dateResponseList }) => dateResponseList.flatMap(({ travelExpenses }) => travelExpenses).length > 100,
    );
    expect([crowded >= 0, trips.slice(crowded).every(({ cut }) => cut === true)]).toEqual([true, true]);
  });
});

const seen = async (api: Api, id: string): Promise<SeenRecord> =>
  (await api.get(urlOf(ENDPOINTS.getRecord, { parts: { id } }))).body['data'] as SeenRecord;

describe('S3 lists that are no pages', () => {
  const id = `EXPFULL${'1'.padStart(20, '0')}`;

  it('LIST-19: a history has its newest steps, whole, up to a million bytes, and says that older exist', async () => {
    const answer = await (await server.as('employee')).get(urlOf(ENDPOINTS.recordHistory, { parts: { id } }));
    const rows = answer.body['data'] as { changes: { before: string }[] }[];
    expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(rows.length).toBeGreaterThan(30);
    expect([
      rows.every(({ changes }) => changes.some(({ before }) => before === REMARKS)),
      answer.body['more'],
    ]).toEqual([true, true]);
  });

  it('questions: every open one that there may be, then the newest', async () => {
    const { db } = server.database;
    await db.updateTable('enquiries').set({ closed_at: 1 }).where('id', '>', 'ENQFULL00000000000000000020').execute();
    const answer = await (await server.as('employee')).get(urlOf(ENDPOINTS.recordEnquiries, { parts: { id } }));
    const rows = answer.body['data'] as { question: string; closedAt: number | null; askedAt: number }[];
    expect(bytesOf(answer)).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect([
      rows.filter(({ closedAt }) => closedAt === null).length,
      rows.every(({ question }) => question === REMARKS),
      answer.body['more'],
    ]).toEqual([20, true, true]);
    expect(rows.map(({ askedAt }) => askedAt)).toEqual(rows.map(({ askedAt }) => askedAt).toSorted((a, b) => b - a));
  });
});
