import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Day } from '#domain/dates.ts';
import { conditionInputOf } from '#server/modules/campaigns/repository/conditions.ts';
import { MARKET_PART } from '#server/modules/campaigns/repository/columns.ts';
import { countCampaign, lastCompany } from '#server/modules/campaigns/repository/count.ts';
import { currentParts, refreshMarket } from '#server/modules/campaigns/repository/marketColumns.ts';
import type { Database } from '#server/platform/database/database.ts';
import { someFilters } from './campaignData.ts';
import { market, store } from './campaignMarket.ts';
import { fc } from './property.ts';

/** Changes of companies and contacts by any statement, and what is counted after them by columns and by rows. */

export const EARLIER = 'CMP-OLD';
const COMPANIES = 300;
/** Between ids of companies, so that they are of several parts. */
const STEP = 50;

/** A market in several parts, the last one without any contact. */
export async function storeWideMarket({ db }: Database, today: Day): Promise<void> {
  const companies = market(COMPANIES, today).map((company) => ({ ...company, id: company.id * STEP }));
  await store(db, companies, EARLIER);
  await sql`select setval(pg_get_serial_sequence('companies', 'id'), ${COMPANIES * STEP + MARKET_PART})`.execute(db);
  await sql`insert into companies (name, external_id) values ('Far away', 'FAR')`.execute(db);
}

/** Fills all that is not as the rows are. */
export async function refreshAll({ db }: Database): Promise<void> {
  while (await refreshMarket(db, 0));
}

export const partsOf = async ({ db }: Database): Promise<{ all: number; current: number[] }> => {
  const all = Math.ceil((await lastCompany(db)) / MARKET_PART);
  return { all, current: await currentParts(db, { from: 0, to: all - 1 }) };
};

/** `n` picks whom it is done to. */
const CHANGES = {
  company: (n: number) => sql`update companies set turnover = 1 + ${n}::integer % 3, has_gst = not has_gst,
    bids = bids + ${n}::integer % 120, last_called_on = case when ${n}::integer % 2 = 0 then '-infinity'::date
    else '2026-01-01'::date + ${n}::integer % 300 end, sectors_won = array[1 + ${n}::integer % 3, 70000]
    where id % 7 = ${n}::integer % 7`,
  newCompany: (n: number) => sql`insert into companies (name, external_id, turnover, company_type, business_lines)
    values ('New', 'N' || gen_random_uuid(), 1 + ${n}::integer % 3, 1, ${n}::integer & 1048575)`,
  noCompany: (n: number) => sql`delete from companies where id = (
    select id from companies where id > ${n}::integer order by id limit 1)`,
  contact: (n: number) => sql`update contacts set mail = ${n}::integer % 5, mobile = (mobile + 1) % 5,
    seniority = 1 + (seniority + ${n}::integer) % 7, sectors = null, views = ${n}::integer % 400
    where id % 11 = ${n}::integer % 11`,
  newContact: (n: number) => sql`insert into contacts (company_id, seniority, mail, mobile)
    select id, 1 + ${n}::integer % 7, 1, 2 from companies where id % 13 = ${n}::integer % 13`,
  noContact: (n: number) => sql`delete from contacts where id % 17 = ${n}::integer % 17`,
  target: (n: number) => sql`insert into campaign_targets (campaign_id, contact_id, targeted_on)
    select ${EARLIER}, id, '2026-11-01'::date + ${n}::integer % 20 from contacts where id % 5 = ${n}::integer % 5
    on conflict (campaign_id, contact_id) do update set targeted_on = excluded.targeted_on`,
  untarget: (n: number) => sql`delete from campaign_targets where contact_id % 3 = ${n}::integer % 3`,
} as const;
const doings = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** A count by columns wherever they are current, and one that only rows can answer. */
export async function countTwice(database: Database, filters: Parameters<typeof conditionInputOf>[1], today: Day) {
  const never = new AbortController().signal;
  const counted = async (except: string | null) =>
    countCampaign(database, await conditionInputOf(database.db, filters, today, except), never);
  return { byColumns: await counted(null), byRows: await counted('CMP-NOBODY') };
}

/** Changes, refreshes some parts, counts; and all over again. */
export async function countAfterChanges(database: Database, today: Day, numRuns: number): Promise<void> {
  const { db } = database;
  const seen = { current: 0, changed: 0, contacts: 0 };
  const change = fc.record({
    what: fc.constantFrom(...doings),
    n: fc.integer({ min: 0, max: 20_000 }),
    takenBack: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 3 }),
      fc.integer({ min: 0, max: 6 }),
      someFilters,
      async (changes, refreshed, filters) => {
        for (const { what, n, takenBack } of changes) {
          const tx = await db.startTransaction().execute();
          await CHANGES[what](n).execute(tx);
          await (takenBack ? tx.rollback() : tx.commit()).execute();
        }
        for (let n = 0; n < refreshed; n += 1) await refreshMarket(db, 0);
        const { byColumns, byRows } = await countTwice(database, filters, today);
        expect(byColumns).toEqual(byRows);
        const { all, current } = await partsOf(database);
        seen.current += current.length;
        seen.changed += all - current.length;
        seen.contacts += byRows.counts.totalContacts;
      },
    ),
    { numRuns },
  );
  expect(seen.current).toBeGreaterThan(numRuns);
  expect(seen.changed).toBeGreaterThan(numRuns / 2);
  expect(seen.contacts).toBeGreaterThan(numRuns);
}
