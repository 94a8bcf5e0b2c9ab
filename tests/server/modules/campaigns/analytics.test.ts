import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { campaignAnalytics, type CampaignAnalytics } from '#contract/campaign.ts';
import type { Api } from '#tests/support/api.ts';
import { made, makeAll, updateCampaign } from '#tests/support/campaigns.ts';
import {
  aCompany,
  aContact,
  csvOf,
  openFolder,
  takeCompanies,
  takeContacts,
  type Folder,
} from '#tests/support/companies.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

const DAY = 86_400_000;

let server: TestServer;
let manager: Api;
let folder: Folder;
let ids: string[];
/** Company 4 has a contact without mail, company 5 one whose mail is dead. */
const COMPANIES = [
  aCompany(1, { industryType: 'CEMENT', addressLocation: 'Pune' }),
  aCompany(2, { industryType: 'CEMENT', addressLocation: 'Pune' }),
  aCompany(3, { industryType: '', addressLocation: 'Kochi' }),
  aCompany(4, { turnoverRange: 'UHV', addressLocation: '' }),
  aCompany(5, { turnoverRange: 'UHV', addressLocation: '' }),
];
const all = { industryType: '', addressLocation: '', lastCalledOn: '' };
const take = (rows: typeof COMPANIES) =>
  takeCompanies(server, folder.put('companies.csv', csvOf(rows.map((row) => ({ ...all, ...row })))));

beforeAll(async () => {
  server = await startServer();
  manager = await server.as('campaign-manager');
  folder = openFolder();
  await take(COMPANIES);
  await takeContacts(
    server,
    folder.put(
      'contacts.csv',
      csvOf([
        aContact(1, 1, { seniority: 'OWNER' }),
        aContact(2, 1),
        aContact(3, 2),
        aContact(4, 3),
        aContact(5, 4, { email: '' }),
        aContact(6, 5, { mailStatus: 'UNDELIVERABLE' }),
      ]),
    ),
  );
  const first = await made(manager, 'First', { coolOffPeriod: '3' });
  await makeAll(server);
  server.clock.now = NOW + 5 * DAY;
  const second = await made(await server.as('campaign-manager2'), 'Second', {
    turnoverRange: ['NHV', 'UHV'],
    coolOffPeriod: '3',
    contactPersonType: 'SINGLE',
    campaignMode: ['CALL'],
  });
  await makeAll(server);
  ids = [first.campaignId, second.campaignId];
  // Company 1 was called before the first file was made, 2 on that day; 3 and 4 are customers by now.
  await take([
    { ...COMPANIES[0]!, lastCalledOn: '2026-07-14' },
    { ...COMPANIES[1]!, lastCalledOn: '2026-07-15' },
    { ...COMPANIES[2]!, businessLines: 'BIDASSIST:CONVERTED' },
    { ...COMPANIES[3]!, businessLines: 'NEXIZO:CONVERTED' },
    COMPANIES[4]!,
  ]);
});
afterAll(async () => {
  folder.remove();
  await server.close();
});

const read = async (api: Api, path: string): Promise<CampaignAnalytics> =>
  campaignAnalytics.parse((await api.get(`/api/v1/campaign/analytics${path}`)).body['data']);
const sharesOf = (analytics: CampaignAnalytics, filter: string) =>
  analytics.breakdowns
    .find((each) => each.filter === filter)
    ?.shares.map(({ label, companies, contacts }) => [label, companies, contacts]);

describe('CAMP-25 what became of campaigns', () => {
  it('one: its counts, whom it handed out, who was called and who became a customer since', async () => {
    const one = await read(manager, `/${ids[0]}`);
    expect(one).toMatchObject({
      campaignName: 'First',
      campaigns: 1,
      counts: { totalCompanies: 3, totalContacts: 4, totalDeliverableMails: 4 },
      outcome: { companies: 3, contacts: 4, calledSince: 1, converted: 1 },
    });
    expect(one.waterfall[0]).toMatchObject({ filter: 'all', companies: 5, contacts: 6 });
    expect(one.waterfall.at(-1)).toMatchObject({ companies: 3, contacts: 4 });
    expect(one.days).toEqual([{ day: '2026-07-15', campaigns: 1, contacts: 4 }]);
    expect(one.modes).toEqual([
      { mode: 'CALL', campaigns: 1, contacts: 4 },
      { mode: 'EMAIL', campaigns: 1, contacts: 4 },
    ]);
    expect(sharesOf(one, 'industryType')).toEqual([
      ['Cement', 2, 3],
      ['Not known', 1, 1],
    ]);
    expect(sharesOf(one, 'addressLocation')).toEqual([
      ['Pune', 2, 3],
      ['Kochi', 1, 1],
    ]);
    expect(sharesOf(one, 'turnoverRange')).toEqual([['NHV 0-25CR', 3, 4]]);
    expect(sharesOf(one, 'seniority')).toEqual([
      ['Manager', 3, 3],
      ['Owner or partner', 1, 1],
    ]);
  });

  it('all: counts are added up, and a contact whom two campaigns reach counts once', async () => {
    const both = await read(manager, '');
    // Company 2 was handed out once more after it was called.
    expect(both).toMatchObject({
      campaignId: null,
      campaignName: null,
      campaigns: 2,
      waterfall: [],
      counts: { totalContacts: 4 + 5, totalCompanies: 3 + 5 },
      outcome: { companies: 5, contacts: 6, calledSince: 0, converted: 1 },
    });
    expect(both.days).toEqual([
      { day: '2026-07-15', campaigns: 1, contacts: 4 },
      { day: '2026-07-20', campaigns: 1, contacts: 5 },
    ]);
    expect(both.modes).toEqual([
      { mode: 'CALL', campaigns: 2, contacts: 9 },
      { mode: 'EMAIL', campaigns: 1, contacts: 4 },
    ]);
    expect(sharesOf(both, 'mailStatus')).toEqual([
      ['Deliverable', 3, 4],
      ['No mail', 1, 1],
      ['Undeliverable', 1, 1],
    ]);
  });

  it('a campaign whose file is not made has handed out nobody yet', async () => {
    const { campaignId } = await made(manager, 'Waiting');
    expect(await read(manager, `/${campaignId}`)).toMatchObject({
      outcome: { companies: 0, contacts: 0, calledSince: 0, converted: 0 },
      days: [],
      modes: [{ mode: 'CALL' }, { mode: 'EMAIL' }],
    });
    await makeAll(server);
    await updateCampaign(manager, campaignId, 'Renewal', {
      campaignGoals: 'RENEWAL',
      businessLineStatus: ['CONVERTED'],
      coolOffPeriod: '3',
    });
    await makeAll(server);
    // Who renews was a customer before.
    expect((await read(manager, `/${campaignId}`)).outcome.converted).toBe(0);
    await server.database.db.updateTable('campaigns').set({ deleted_at: NOW }).where('id', '=', campaignId).execute();
    expect((await manager.get(`/api/v1/campaign/analytics/${campaignId}`)).status).toBe(404);
    expect((await read(manager, '')).campaigns).toBe(2);
  });
});
