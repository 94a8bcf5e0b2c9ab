import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignRow, Option } from '#contract/campaign.ts';
import { STATIC_OPTIONS } from '#contract/campaignOptions.ts';
import { dayOf, type Day } from '#domain/dates.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import {
  count,
  counted,
  earlier,
  find,
  list,
  made,
  make,
  options,
  SEARCH,
  settle,
} from '#tests/support/campaignCalls.ts';
import { countsOf } from '#tests/support/campaignData.ts';
import { market, store, type Company } from '#tests/support/campaignMarket.ts';
import { noFilters } from '#domain/campaign.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email } from '#tests/support/people.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let manager: Api;
let other: Api;
let today: Day;
let companies: Company[];
beforeAll(async () => {
  server = await startServer();
  today = dayOf(NOW, server.env.timeZone);
  companies = market(60, today);
  await earlier(server, 'CMP-OLD', 'campaign-manager2');
  await store(server.database.db, companies, 'CMP-OLD');
  [manager, other] = [await server.as('campaign-manager'), await server.as('campaign-manager2')];
});
afterAll(() => server.close());

const expected = (changes: object = {}) =>
  countsOf({ ...noFilters(), ...SEARCH, ...changes } as never, companies, today);
const message = (answer: Answer) => [answer.status, answer.body['message']];
const listed = async (api: Api, query = {}): Promise<CampaignRow[]> => dataOf<CampaignRow[]>(await list(api, query));

describe('making a campaign', () => {
  it('CAMP-3 CAMP-8 it is counted by the server, whatever numbers came along, and awaits its report file', async () => {
    const campaign = await made(manager, {
      campaignName: '  Diwali  offer ',
      reportSummaryData: { totalCompanies: 1_000_000 },
    });
    expect(campaign).toMatchObject({
      campaignName: 'Diwali offer',
      csvCount: null,
      status: 'PROCESSING',
      createdOn: Math.floor(NOW / 1000),
      countedOn: Math.floor(NOW / 1000),
      userEmail: email('campaign-manager'),
      userName: 'Aditya Banerjee',
      fileUrl: null,
      reportFileUrl: null,
      failure: null,
      mayChange: true,
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
      ...noFilters(),
      ...SEARCH,
      reportSummaryData: expected(),
    });
    expect(campaign.campaignId).toMatch(/^CMP[0-9A-Z]{20}$/);
    expect(campaign.waterfall.at(-1)).toMatchObject({
      companies: expected().totalCompanies,
      contacts: expected().totalContacts,
    });
    expect(dataOf(await find(manager, campaign.campaignId))).toEqual(campaign);
    expect((await listed(manager))[0]).toMatchObject({ campaignId: campaign.campaignId, campaignName: 'Diwali offer' });
  });

  it('CAMP-8 once for a key: the same answer again, to two at once too; another request is refused', async () => {
    const before = (await listed(manager)).length;
    const key = { 'idempotency-key': 'campaign-key-0001' };
    const both = await Promise.all([make(manager, {}, key), make(manager, {}, key)]);
    const good = both.filter(({ status }) => status === 200);
    expect(good.length).toBeGreaterThan(0);
    expect(both.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const again = await make(manager, {}, key);
    expect([again.status, again.headers.get('idempotency-replayed'), again.body]).toEqual([200, 'true', good[0]?.body]);
    expect((await make(manager, { priority: ['P0'] }, key)).body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
    expect((await listed(manager)).length).toBe(before + 1);
    // Another person's key is another key.
    expect((await make(other, {}, key)).headers.get('idempotency-replayed')).toBeNull();
  });

  it.each<[string, object, string, string]>([
    ['turnover', { turnoverRange: [] }, 'turnoverRange', "Turnover can't be empty"],
    ['company type', { companyType: null }, 'companyType', "Company Type can't be empty"],
    ['goal', { campaignGoals: null }, 'campaignGoals', "Campaign Goal can't be empty"],
    ['cool-off', { coolOffPeriod: '' }, 'coolOffPeriod', "Cool Off Period can't be empty"],
    ['mode', { campaignMode: [] }, 'campaignMode', "Campaign Mode can't be empty"],
    [
      'view bucket',
      { searchActivityType: ['VIEW'] },
      'searchActivityViewBucket',
      "Search Activity View Bucket can't be empty",
    ],
    [
      'download bucket',
      { searchActivityType: ['DOWNLOAD'] },
      'searchActivityDownloadBucket',
      "Search Activity Download Bucket can't be empty",
    ],
    [
      'search bucket',
      { searchActivityType: ['SEARCH'] },
      'searchActivitySearchBucket',
      "Search Activity Search Bucket can't be empty",
    ],
    ['a name of blanks', { campaignName: '   ' }, 'campaignName', 'Please enter Campaign Name'],
    [
      'a value of no list',
      { priority: ["P0'; drop table companies"] },
      'priority',
      'Org score (priority) has a value that is not offered',
    ],
    ['a list that is none', { priority: 'P0' }, 'priority', 'Org score (priority) has a value that is not offered'],
    [
      'a status of the other goal',
      { businessLineStatus: ['CONVERTED'] },
      'businessLineStatus',
      'Business Line Status does not go with the Campaign Goal',
    ],
  ])('CAMP-1 CAMP-2 CAMP-3 %s: 422 with the sentence, counted or made', async (_name, changes, field, expected) => {
    const answer = await make(manager, changes);
    expect([...message(answer), answer.body['errors']]).toEqual([422, expected, { [field]: expected }]);
    if (field !== 'campaignName') expect(message(await count(manager, changes))).toEqual([422, expected]);
  });

  it('WIRE-4 Z24 the paths as documented, with their slashes; a body sets nothing that is the server’s', async () => {
    const body = {
      ...SEARCH,
      campaignName: 'Spec',
      campaignId: 'CMP-MINE',
      status: 'READY',
      userEmail: email('director'),
      fileUrl: 'reports/x.csv',
      csvCount: 9,
      version: 9,
      createdOn: 1,
      __proto__: { failure: 'x' },
    };
    const counts = await manager.post('/api/v1/campaign/fetchCountForCampaignData/', SEARCH);
    const campaign = dataOf<CampaignRow>(
      await manager.post(`/api/v1/campaign/createCampaign/?email=${email('campaign-manager')}`, body),
    );
    expect(campaign).toMatchObject({
      status: 'PROCESSING',
      userEmail: email('campaign-manager'),
      fileUrl: null,
      csvCount: null,
      version: 1,
      failure: null,
      reportSummaryData: counts.body['data'],
    });
    expect(campaign.campaignId).not.toBe('CMP-MINE');
    expect(
      (await manager.get(`/api/v1/campaign/find/${campaign.campaignId}/?email=${email('campaign-manager')}`)).status,
    ).toBe(200);
    await settle(server);
    expect(
      (await manager.post(`/api/v1/campaign/updateCampaign/?campaignId=${campaign.campaignId}`, body)).status,
    ).toBe(200);
    await settle(server);
    expect((await manager.post(`/api/v1/campaign/deleteCampaign/?campaignId=${campaign.campaignId}`)).status).toBe(200);
  });

  it('CAMP-7 Z17 the email must be one’s own; a text of SQL is a text (Z37)', async () => {
    expect((await make(manager, {}, {}, { email: email('campaign-manager2') })).status).toBe(403);
    expect((await list(manager, { email: email('campaign-manager2') })).status).toBe(403);
    expect((await find(manager, 'CMP-NONE', { email: email('campaign-manager').toUpperCase() })).status).toBe(404);
    const odd = {
      boqKeywords: "cement' or 1=1 --, \\', & | ! <->",
      addressLocation: ["Pune') or true --"],
      utmSource: ['%', '_'],
    };
    expect((await counted(manager, odd)).data.totalCompanies).toBe(0);
  });
});

describe('options', () => {
  it.each(Object.keys(STATIC_OPTIONS))('CAMP-17 %s offers its list, value and label alone', async (field) => {
    const offered = dataOf<Option[]>(await options(manager, field));
    expect(offered).toEqual(
      STATIC_OPTIONS[field as keyof typeof STATIC_OPTIONS].map(({ value, label }) => ({ value, label })),
    );
    expect(new Set(offered.map(({ value }) => value)).size).toBe(offered.length);
  });

  it('CAMP-17 lists by the field’s name and by the filter’s, in alphabetical order; a key is one text', async () => {
    const values = async (field: string, key?: string): Promise<string[]> =>
      dataOf<Option[]>(await options(manager, field, key)).map(({ value }) => value);
    expect(await values('utmSource')).toEqual(['Facebook', 'google']);
    expect(await values('sectorNames')).toEqual(['Rail', 'Roads', 'Water']);
    expect(await values('sectorsWon')).toEqual(await values('sectorNames'));
    expect([await values('planName'), await values('planType')]).toEqual([
      ['Gold', 'Silver'],
      ['Gold', 'Silver'],
    ]);
    expect([
      await values('addressLocation', 'UN'),
      await values('companyType', 'llp'),
      await values('addressLocation', '%'),
    ]).toEqual([['Pune'], ['LLP'], []]);
    expect([
      (await values('companyType')).length,
      (await values('industryType')).length,
      (await values('subIndustryType')).length,
    ]).toEqual([20, 35, 35]);
  });

  it('CAMP-17 a list of the data comes whole, however long it may be', async () => {
    const { db } = server.database;
    await sql`
      insert into campaign_terms (field, code, value) select 'utmContent', 1000 + n, 'long ' || n
      from generate_series(1, 2500) n`.execute(db);
    const whole = dataOf<Option[]>(await options(manager, 'utmContent', 'all'));
    await db.deleteFrom('campaign_terms').where('value', 'like', 'long %').execute();
    expect(whole.filter(({ value }) => value.startsWith('long '))).toHaveLength(2_500);
  });

  it('CAMP-17 Z37 a field that is none: 400 naming it', async () => {
    for (const field of ['nothing', 'constructor', "utmSource'; --"])
      expect((await options(manager, field)).body).toMatchObject({
        code: 'MALFORMED',
        errors: { field: 'Bad value for field.' },
      });
    expect((await manager.get('/api/v1/campaign/fetchAllPossibleOptions?key=all')).status).toBe(400);
  });
});
