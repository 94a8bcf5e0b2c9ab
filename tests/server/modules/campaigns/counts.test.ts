import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fc } from '#tests/support/property.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import { rangesOf } from '#server/modules/campaigns/repository/count.ts';
import { conditionInputOf } from '#server/modules/campaigns/repository/conditions.ts';
import { chosenContacts, planOf } from '#server/modules/campaigns/repository/statements.ts';
import type { Api } from '#tests/support/api.ts';
import { counted, earlier } from '#tests/support/campaignCalls.ts';
import { chosenOf, countsOf, someFilters } from '#tests/support/campaignData.ts';
import { market, store, type Company } from '#tests/support/campaignMarket.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** What the database counts is what one finds by looking at every company and contact (CAMP-8, CAMP-9, CAMP-22). */

let server: TestServer;
let manager: Api;
let today: Day;
let companies: Company[];
beforeAll(async () => {
  server = await startServer();
  today = dayOf(NOW, server.env.timeZone);
  companies = market(400, today);
  await earlier(server, 'CMP-OLD', 'campaign-manager2');
  await store(server.database.db, companies, 'CMP-OLD');
  manager = await server.as('campaign-manager');
});
afterAll(() => server.close());

describe('counting', () => {
  it('CAMP-8 CAMP-9 CAMP-22 for any filters: market counts, a waterfall to the total, the contacts', async () => {
    const { db } = server.database;
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const { data, waterfall, difference } = await counted(manager, filters);
        expect(data).toEqual(countsOf(filters, companies, today));
        expect(difference).toBeNull();
        expect(waterfall[0]).toEqual({
          filter: 'all',
          label: 'All companies',
          companies: companies.length,
          contacts: companies.flatMap(({ contacts }) => contacts).length,
        });
        expect(waterfall.at(-1)).toMatchObject({
          filter: 'contactPersonType',
          companies: data.totalCompanies,
          contacts: data.totalContacts,
        });
        for (const [index, step] of waterfall.entries()) {
          const before = waterfall[index - 1] ?? step;
          expect([step.companies <= before.companies, step.contacts <= before.contacts]).toEqual([true, true]);
        }
        const plan = planOf(await conditionInputOf(db, filters, today));
        const chosen = (
          await Promise.all(
            rangesOf(companies.length, 3, 1_000).map(
              async (range) => (await chosenContacts(plan, range).execute(db)).rows,
            ),
          )
        ).flat();
        expect(chosen).toEqual(
          chosenOf(filters, companies, today).map(({ company, contact }) => ({
            company_id: company.id,
            contact_id: contact.id,
          })),
        );
        reached += data.totalContacts;
      }),
      { numRuns: 150 },
    );
    expect(reached).toBeGreaterThan(1_000);
  });

  it('CAMP-22 each filter in use is one step, in the form’s order, channel and cool-off last but one', async () => {
    const { waterfall } = await counted(manager, {
      priority: ['P0'],
      isGstAvailable: 'YES',
      isContactVerified: 'ALL',
      searchActivityDays: 10,
      utmSource: ['GOOGLE'],
      boqKeywords: 'cement',
      excludedTenderDescription: 'pump',
    });
    expect(waterfall.map(({ filter }) => filter)).toEqual([
      'all',
      'businessLine',
      'businessLineStatus',
      'companyType',
      'turnoverRange',
      'isGstAvailable',
      'priority',
      'boqKeywords',
      'excludedTenderDescription',
      'searchActivityDays',
      'utmSource',
      'campaignMode',
      'coolOffPeriod',
      'contactPersonType',
    ]);
    expect(waterfall.map(({ label }) => label).slice(-3)).toEqual([
      'Campaign Mode',
      'Cool Off Period',
      'Contact Person Type',
    ]);
  });

  it('CAMP-22 many parts add up to what one part says, and an empty market is no error', async () => {
    expect(rangesOf(0, 2, 100)).toEqual([]);
    expect(rangesOf(10, 2, 100)).toEqual([
      { from: 1, to: 5 },
      { from: 6, to: 10 },
    ]);
    expect(rangesOf(10, 1, 4)).toEqual([
      { from: 1, to: 4 },
      { from: 5, to: 8 },
      { from: 9, to: 10 },
    ]);
  });
});

describe('the database keeps', () => {
  it('CAMP-22 how many contacts a company has', async () => {
    const { rows } = await sql<{
      wrong: number;
    }>`
      select count(*) as wrong from companies c
      where c.contacts <> (select count(*) from contacts k where k.company_id = c.id)`.execute(server.database.db);
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  it('CAMP-9 when a contact was targeted last, and a contact in its company', async () => {
    const { db } = server.database;
    const { rows } = await sql<{
      wrong: number;
    }>`
      select count(*) as wrong from contacts k
      where k.last_targeted_on <> coalesce((select max(t.targeted_on) from campaign_targets t
      where t.contact_id = k.id), '-infinity')`.execute(db);
    expect(rows).toEqual([{ wrong: 0 }]);
    await expect(sql`update contacts set company_id = company_id + 1 where id = 1`.execute(db)).rejects.toThrow(
      'stays with its company',
    );
  });
});
