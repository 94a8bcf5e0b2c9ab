import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignOptions } from '#contract/calls/campaigns.ts';
import { exceptionalDates, setExceptionalDate } from '#contract/calls/exceptionalDates.ts';
import { userRole } from '#contract/calls/users.ts';
import { urlOf } from '#contract/endpoint.ts';
import {
  MAX_ANSWER_BYTES,
  MAX_BATCH_VOUCHERS,
  MAX_BULK_IDS,
  MAX_COST_CENTRES,
  MAX_EXCEPTIONAL_DATES,
  MAX_STANDS_IN_FOR,
} from '#contract/limits.ts';
import type { LedgerMapping } from '#contract/tally.ts';
import { MAX_TERM, MAX_TERMS } from '#server/modules/campaigns/repository/terms.ts';
import { ledgerMappingNow, saveMapping } from '#server/modules/tally/repository/ledgerMapping.ts';
import type { Answer } from '#tests/support/api.ts';
import { handIn, intakeRow, KEY } from '#tests/support/conveyance.ts';
import { name } from '#tests/support/delegations.ts';
import { bulk, dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { ledgers, make, mappingOf, PAYMENT_HEAD, payments, saveLedgers, sheetOf, xlsx } from '#tests/support/tally.ts';
import * as travel from '#tests/support/travelClaims.ts';
import { expenseIds } from '#tests/support/trips.ts';
import { MAX_CLAIMS } from '#server/modules/trips/repository/trips.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ INTEGRATION_API_KEY: KEY });
});
afterAll(() => server.close());

/** Hands in trips of nobody under these names. */
const intake = (names: readonly string[]): Promise<Answer> =>
  handIn(
    server,
    names.map((externalId) => ({ ...intakeRow(), externalId, employeeEmail: `${'₹'.repeat(90)}@x.y` })),
  );

/** People besides those of the tests, each with their own cost centre. */
async function addStaff(
  prefix: string,
  count: number,
  columns: { roles?: string[]; exceptional_date?: string; cost_centre?: string },
): Promise<void> {
  const person = JSON.stringify({
    roles: [],
    cost_centre: '',
    grade: '',
    base_location: '',
    source: 'SCREEN',
    disabled: false,
    created_at: NOW,
    updated_at: NOW,
    ...columns,
  });
  await sql`
    insert into people select r.* from generate_series(1, ${sql.lit(count)}) n,
    jsonb_populate_record(null::people, ${person}::jsonb || jsonb_build_object('id', ${prefix}::text || n,
    'email', ${prefix}::text || n || '@example.com', 'name', ${prefix}::text || n,
    'employee_code', ${prefix}::text || n,
    'cost_centre', ${columns.cost_centre ?? ''}::text || case when ${columns.cost_centre ?? ''}::text = '' then ''
    else lpad(n::text, 5, '0') end)) r`.execute(server.database.db);
}

describe('S3 lists that are no pages', () => {
  it('DEL-13: somebody stands in for a limited number of managers', async () => {
    await addStaff('boss', MAX_STANDS_IN_FOR, { roles: ['manager'] });
    const delegation = {
      stand_in_id: idOf('newcomer'),
      from_day: '2026-07-15',
      to_day: '2026-07-20',
      created_by: idOf('admin'),
      version: 1,
      created_at: NOW,
      updated_at: NOW,
    };
    await sql`insert into delegations select r.* from generate_series(1, ${sql.lit(MAX_STANDS_IN_FOR - 1)}) n,
      jsonb_populate_record(null::delegations,
      ${JSON.stringify(delegation)}::jsonb || jsonb_build_object('id', 'DELFULL' || n, 'manager_id', 'boss' || n))
      r`.execute(server.database.db);
    const admin = await server.as('admin');
    const forBoss = (n: number) => name(admin, 'newcomer', [0, 1], { manager: `boss${n}@example.com` });
    const forManager = async () => name(await server.as('manager'), 'newcomer', [0, 1]);
    expect((await forManager()).status).toBe(200);
    const refused = await forBoss(MAX_STANDS_IN_FOR);
    expect([refused.status, refused.body['message']]).toEqual([
      422,
      `One person stands in for at most ${MAX_STANDS_IN_FOR} managers. Please name somebody else.`,
    ]);
    const { standsInFor } = dataOf<{ standsInFor: unknown[] }>(
      await (await server.as('newcomer')).get(urlOf(userRole)),
    );
    expect(standsInFor).toHaveLength(MAX_STANDS_IN_FOR);
    // What has ended counts no more.
    await server.database.db.updateTable('delegations').set({ ended_at: NOW }).where('id', '=', 'DELFULL1').execute();
    expect((await forBoss(MAX_STANDS_IN_FOR)).status).toBe(200);
  });

  it('EXC-4: a limited number of people have an exceptional date, which can be changed and cleared', async () => {
    await addStaff('dated', MAX_EXCEPTIONAL_DATES, { exceptional_date: '2026-01-01' });
    const admin = await server.as('admin');
    const set = (who: string, date: number | null) => admin.put(urlOf(setExceptionalDate), { email: who, date });
    const refused = await set(email('employee'), NOW - 86_400_000);
    expect([refused.status, refused.body['message']]).toEqual([
      409,
      `At most ${MAX_EXCEPTIONAL_DATES} people have an exceptional date. Please clear one that is not needed any more.`,
    ]);
    expect((await set('dated1@example.com', NOW - 86_400_000)).status).toBe(200);
    expect((await set('dated1@example.com', null)).status).toBe(200);
    expect((await set(email('employee'), NOW - 86_400_000)).status).toBe(200);
    expect(dataOf<unknown[]>(await admin.get(urlOf(exceptionalDates)))).toHaveLength(MAX_EXCEPTIONAL_DATES);
  });

  it('TALLY-11: cost centres sent are limited, named ones first; saving keeps the other names', async () => {
    await addStaff('costs', MAX_COST_CENTRES + 5, { cost_centre: 'CC' });
    const tally = await server.as('tally');
    const first = mappingOf(await ledgers(tally));
    expect([first.costCentres.length, first.more]).toEqual([MAX_COST_CENTRES, true]);
    const body = (mapping: LedgerMapping, costCentres: object[]) => ({
      ledgers: mapping.ledgers,
      costCentres,
      payableLedger: 'Payable',
      bankLedger: 'Bank',
      company: '',
    });
    const last = `CC${String(MAX_COST_CENTRES + 5).padStart(5, '0')}`;
    expect((await saveLedgers(tally, body(first, [{ costCentre: last, name: 'The last' }]))).status).toBe(200);
    const named = mappingOf(await ledgers(tally)).costCentres;
    expect([named.length, named.find(({ costCentre }) => costCentre === last)]).toEqual([
      MAX_COST_CENTRES,
      { costCentre: last, name: 'The last' },
    ]);
    const many = await saveLedgers(
      tally,
      body(
        first,
        Array.from({ length: MAX_COST_CENTRES + 1 }, (_, n) => ({ costCentre: `X${n}`, name: `Y${n}` })),
      ),
    );
    expect([many.status, many.body['message']]).toEqual([422, `At most ${MAX_COST_CENTRES} cost centres`]);
  });

  it('TALLY-11: names that were saved when there could be more stay, and are told where there is room', async () => {
    const tally = await server.as('tally');
    const { db } = server.database;
    const called = (n: number) => ({ costCentre: `OLD${String(n).padStart(5, '0')}`, name: `Old ${n}` });
    const stored = async () => (await ledgerMappingNow(db)).mapping.costCentres;
    const before = mappingOf(await ledgers(tally));
    const { mapping } = await ledgerMappingNow(db);
    const many = { ...mapping, costCentres: Array.from({ length: MAX_COST_CENTRES + 20 }, (_, n) => called(n)) };
    await saveMapping(db, many, before.version + 1, NOW, idOf('tally'));
    const save = async (change: (costCentres: LedgerMapping['costCentres']) => object[]) => {
      const { ledgers: own, costCentres, payableLedger, bankLedger, company } = mappingOf(await ledgers(tally));
      return saveLedgers(tally, { ledgers: own, costCentres: change(costCentres), payableLedger, bankLedger, company });
    };
    expect((await save((told) => told)).status).toBe(200);
    expect(await stored()).toEqual(many.costCentres);
    const grown = await save((told) => [...told, { costCentre: 'NEW', name: 'New' }]);
    expect([grown.status, grown.body['message']]).toEqual([422, `At most ${MAX_COST_CENTRES} cost centres`]);
    const renamed = { ...called(MAX_COST_CENTRES + 1), name: 'Renamed' };
    expect((await save((told) => [...told.slice(15), renamed])).status).toBe(200);
    expect((await stored()).length).toBe(MAX_COST_CENTRES + 5);
    expect(await stored()).toContainEqual(renamed);
    expect(
      (await save((told) => told.map((row) => (row.costCentre < 'OLD00025' ? { ...row, name: '' } : row)))).status,
    ).toBe(200);
    const told = mappingOf(await ledgers(tally)).costCentres;
    expect(await stored()).toEqual(expect.arrayContaining([called(MAX_COST_CENTRES + 19)]));
    expect(told).toContainEqual(called(MAX_COST_CENTRES + 19));
    expect((await stored()).length).toBe(MAX_COST_CENTRES - 5);
  });

  it('CAMP-26: as many options of a filter are told as a million bytes hold, and that there are more', async () => {
    await sql`
      insert into campaign_terms (field, code, value)
      select 'sectorNames', 100000 + n, rpad(n || '', ${sql.lit(MAX_TERM)}, '₹')
      from generate_series(1, ${sql.lit(MAX_TERMS)}) n`.execute(server.database.db);
    const campaigner = await server.as('campaign-manager');
    const answer = await campaigner.get(urlOf(campaignOptions, { query: { field: 'sectorNames', key: 'all' } }));
    expect(answer.bytes.length).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect([dataOf<unknown[]>(answer).length > 1_000, answer.body['more']]).toEqual([true, true]);
    const few = await campaigner.get(urlOf(campaignOptions, { query: { field: 'sectorNames', key: '19999₹' } }));
    expect([dataOf<unknown[]>(few).length, few.body['more']]).toEqual([1, undefined]);
  });

  it('PAY-7: a sheet names the newest hundred files that came of it, however often it was uploaded', async () => {
    const documents = await server.as('finance-docs');
    const bytes = await xlsx([PAYMENT_HEAD, ['EXPUNKNOWN', 10, '14-07-2026', 'NEFT 1']]);
    expect(Object.keys(sheetOf(await payments(documents, bytes)).data)).toEqual(['Payment-refused.xlsx']);
    await sql`insert into sheet_uploads select r.* from sheet_uploads u, generate_series(1, 300) n,
      jsonb_populate_record(null::sheet_uploads,
      to_jsonb(u) || jsonb_build_object('id', 'SHTCOPY' || lpad(n::text, 3, '0'), 'claim_ids', array['EXP' || n],
      'created_at', u.created_at - n)) r`.execute(server.database.db);
    const files = Object.keys(sheetOf(await payments(documents, bytes)).data);
    expect([files.length, files.at(-1), files.includes('Payment-SHTCOPY001.xml')]).toEqual([
      100,
      'Payment-refused.xlsx',
      true,
    ]);
  });

  it('LIST-18: what is told of each id that was sent is no longer than what there can be an id of', async () => {
    const [manager, tally] = [await server.as('manager'), await server.as('tally')];
    const long = (n: number, of: string): string => of.repeat(190).slice(0, 190 - String(n).length) + n;
    const within = async (sent: Promise<Answer>): Promise<void> => {
      const { status, bytes } = await sent;
      expect([[200, 422].includes(status) ? 'taken' : status, bytes.length <= MAX_ANSWER_BYTES]).toEqual([
        'taken',
        true,
      ]);
    };
    const ids = (count: number, id: (n: number) => string): string[] => Array.from({ length: count }, (_, n) => id(n));
    await within(make(tally, { ids: ids(MAX_BATCH_VOUCHERS, (n) => long(n, 'x')) }));
    await within(make(tally, { ids: ids(MAX_BATCH_VOUCHERS, (n) => String(n).padStart(60, 'x')) }));
    await within(make(tally, { ids: ids(MAX_BATCH_VOUCHERS, (n) => String(n).padStart(60, '₹')) }));
    await within(bulk(manager, { ids: ids(MAX_BULK_IDS, (n) => String(n).padStart(10_300, 'x')), approved: true }));
    await within(intake(ids(500, (n) => String(n).padStart(450, '₹'))));
    const none = await bulk(manager, { ids: ['EXP1', 'x'.repeat(61)], approved: true });
    expect(none.status).toBe(422);
  });

  it('LIST-19: a limited number of a trip’s claims is named; finance is told of all approved ones in it', async () => {
    const employee = await server.as('employee');
    const trip = await travel.goneTrip(server);
    const { expenseId } = await travel.file(employee, trip);
    await sql`
      insert into claims select r.* from claims c, generate_series(1, ${sql.lit(MAX_CLAIMS + 10)}) n,
      jsonb_populate_record(null::claims, to_jsonb(c) || jsonb_build_object('id', 'EXA' || n, 'creation_key', null)) r
      where c.id = ${expenseId}`.execute(server.database.db);
    const told = async (who: 'employee' | 'finance') =>
      Object.values(dataOf<Record<string, string[]>>(await expenseIds(await server.as(who), trip))).flat();
    expect(await told('employee')).toHaveLength(MAX_CLAIMS);
    await server.database.db
      .updateTable('claims')
      .set({ manager_status: 'MANAGER_APPROVED' })
      .where('id', '=', expenseId)
      .execute();
    expect(await told('finance')).toEqual([expenseId]);
  });
});
