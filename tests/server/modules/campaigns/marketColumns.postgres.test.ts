import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, type Day } from '#domain/dates.ts';
import { noFilters } from '#domain/campaign.ts';
import { refreshMarket } from '#server/modules/campaigns/repository/marketColumns.ts';
import { earlier } from '#tests/support/campaignCalls.ts';
import {
  countAfterChanges,
  countTwice,
  EARLIER,
  partsOf,
  refreshAll,
  storeWideMarket,
} from '#tests/support/marketChanges.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** Columns of the market beside others who change it at the same time (CAMP-27). */

const postgres = await startPostgres();
afterAll(() => postgres.stop());

let server: TestServer;
let today: Day;
beforeAll(async () => {
  process.env['TEST_DATABASE_URL'] = postgres.url;
  server = await startServer();
  delete process.env['TEST_DATABASE_URL'];
  today = dayOf(NOW, server.env.timeZone);
  await earlier(server, EARLIER, 'campaign-manager2');
  await storeWideMarket(server.database, today);
  await refreshAll(server.database);
});
afterAll(() => server.close());

describe('columns of the market on PostgreSQL', () => {
  it('CAMP-27 CAMP-22 counted by columns is what is counted by rows, after any changes', async () => {
    await countAfterChanges(server.database, today, 60);
  }, 120_000);

  it('CAMP-27 a change that is committed after a part was filled is not lost, and waits for nobody', async () => {
    const { database } = server;
    const filters = { ...noFilters(), coolOffPeriod: '30' };
    await refreshAll(database);
    const others = await database.db.startTransaction().execute();
    await sql`delete from contacts where company_id <= 2000`.execute(others);
    await sql`insert into companies (id, name, external_id) values (1, 'First', 'FIRST')`.execute(database.db);
    // Filled without what is not committed yet; the other one has noted its change and holds nobody up.
    expect(await refreshMarket(database.db, 0)).toBe(true);
    expect((await partsOf(database)).current).toContain(0);
    const before = await countTwice(database, filters, today);
    await others.commit().execute();
    expect((await partsOf(database)).current).not.toContain(0);
    const after = await countTwice(database, filters, today);
    expect(after.byColumns).toEqual(after.byRows);
    expect(after.byRows.counts.totalContacts).toBeLessThan(before.byRows.counts.totalContacts);
  });

  it('CAMP-27 several processes fill them at once, each part once', async () => {
    const { database } = server;
    await sql`update companies set bids = bids + 1`.execute(database.db);
    await Promise.all([1, 2, 3].map(() => refreshAll(database)));
    await refreshAll(database);
    const { all, current } = await partsOf(database);
    expect(current).toHaveLength(all);
    const { byColumns, byRows } = await countTwice(database, { ...noFilters(), coolOffPeriod: '30' }, today);
    expect(byColumns).toEqual(byRows);
  });
});
