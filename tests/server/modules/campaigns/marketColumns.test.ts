import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, type Day } from '#domain/dates.ts';
import { noFilters } from '#domain/campaign.ts';
import { pack, unpack } from '#server/modules/campaigns/packed.ts';
import { FORMAT, MARKET_PART } from '#server/modules/campaigns/repository/columns.ts';
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
import { fc } from '#tests/support/property.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** Columns of the market say what its rows say, or are not read (CAMP-27). */

let server: TestServer;
let today: Day;
beforeAll(async () => {
  server = await startServer();
  today = dayOf(NOW, server.env.timeZone);
  await earlier(server, EARLIER, 'campaign-manager2');
  await storeWideMarket(server.database, today);
});
afterAll(() => server.close());

const numbersIn = (packed: string): number[] => {
  const { values, constant, length } = unpack(packed);
  return Array.from(values ?? new Int32Array(length).fill(constant));
};

describe('columns of the market', () => {
  it('CAMP-27 are packed in a byte, two or four each and come back as they were', () => {
    const numbers = fc.oneof(
      fc.array(fc.constant(7)),
      ...[255, 65_535, 2 ** 31 - 1].map((max) => fc.array(fc.integer({ min: 0, max }))),
      fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    );
    fc.assert(
      fc.property(numbers, (values) => {
        expect(numbersIn(pack(Int32Array.from(values)))).toEqual(values);
      }),
    );
    const same = Buffer.from(pack(Int32Array.of(0, 0)), 'base64').length;
    const bytesOf = (most: number): number => Buffer.from(pack(Int32Array.of(0, most)), 'base64').length - same;
    expect([1, 256, 65_536].map(bytesOf)).toEqual([2, 4, 8]);
  });

  it('CAMP-27 are filled part by part, and then read instead of the rows', async () => {
    const { database } = server;
    expect((await partsOf(database)).current).toEqual([]);
    await refreshAll(database);
    const { all, current } = await partsOf(database);
    expect(all).toBeGreaterThan(3);
    expect(current).toHaveLength(all);
    const filters = { ...noFilters(), coolOffPeriod: '30' };
    const { byColumns, byRows } = await countTwice(database, filters, today);
    expect(byColumns).toEqual(byRows);
    // Were they not read, what is wrong in them would change nothing.
    await sql`update market_columns set data = ${pack(new Int32Array(MARKET_PART))} where part = 1`.execute(
      database.db,
    );
    const wrong = await countTwice(database, filters, today);
    expect(wrong.byRows).toEqual(byRows);
    expect(wrong.byColumns).not.toEqual(byRows);
    await sql`update market_parts set format = ${FORMAT - 1} where part = 1`.execute(database.db);
    expect((await partsOf(database)).current).toHaveLength(all - 1);
    await refreshAll(database);
    expect((await countTwice(database, filters, today)).byColumns).toEqual(byRows);
  });

  it('CAMP-27 CAMP-22 counted by columns is what is counted by rows, after any changes', async () => {
    await countAfterChanges(server.database, today, 60);
  }, 120_000);

  it('CAMP-27 wait until a part has been left alone for a while, and leave a later format alone', async () => {
    const { db } = server.database;
    await refreshAll(server.database);
    await sql`update companies set bids = bids + 1 where id = (select min(id) from companies)`.execute(db);
    expect(await refreshMarket(db)).toBe(false);
    await sql`update market_changes set at = at - 60000`.execute(db);
    expect(await refreshMarket(db)).toBe(true);
    await sql`update market_parts set format = ${FORMAT + 1} where part = 0`.execute(db);
    expect((await partsOf(server.database)).current).not.toContain(0);
    expect(await refreshMarket(db, 0)).toBe(false);
  });
});
