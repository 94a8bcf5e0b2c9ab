import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CampaignRow } from '#contract/campaign.ts';
import { addDays, dayOf, type Day } from '#domain/dates.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Answer, Api } from '#tests/support/api.ts';
import {
  change,
  count,
  counted,
  earlier,
  find,
  list,
  made,
  remove,
  SEARCH,
  settle,
} from '#tests/support/campaignCalls.ts';
import { countsOf } from '#tests/support/campaignData.ts';
import { market, store, type Company } from '#tests/support/campaignMarket.ts';
import { noFilters } from '#domain/campaign.ts';
import { dataOf } from '#tests/support/expenses.ts';
import { email, idOf } from '#tests/support/people.ts';
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

describe('changing and deleting', () => {
  it('CAMP-6 CAMP-8 recounts, makes the file again, takes the version; not while the file is being made', async () => {
    const { campaignId } = await made(manager, { campaignName: 'First' });
    const busy = await change(manager, campaignId, { campaignName: 'Second' });
    expect([...message(busy), (busy.body['current'] as { version: number }).version]).toEqual([
      409,
      'The report file of this campaign is still being made. Try again when it is ready.',
      1,
    ]);
    expect((await remove(manager, campaignId)).status).toBe(409);
    await settle(server);
    await server.database.db
      .updateTable('campaigns')
      .set({ file_url: `reports/${campaignId}.csv`, csv_count: 3, file_made_at: NOW })
      .where('id', '=', campaignId)
      .execute();
    const stale = await change(manager, campaignId, {}, { 'if-match': '"7"' });
    expect([stale.status, stale.body['code']]).toEqual([409, 'VERSION_CONFLICT']);
    const changed = dataOf(
      await change(
        manager,
        campaignId,
        { campaignName: 'Second', priority: ['P0'], contactPersonType: 'ALL', reportSummaryData: {} },
        { 'if-match': '"1"', 'idempotency-key': 'campaign-edit-01' },
      ),
    );
    expect(changed).toMatchObject({
      campaignName: 'Second',
      priority: ['P0'],
      status: 'PROCESSING',
      version: 2,
      fileUrl: null,
      csvCount: null,
      reportSummaryData: expected({ priority: ['P0'], contactPersonType: 'ALL' }),
    });
    const replay = await change(
      manager,
      campaignId,
      { campaignName: 'Second', priority: ['P0'], contactPersonType: 'ALL', reportSummaryData: {} },
      { 'if-match': '"1"', 'idempotency-key': 'campaign-edit-01' },
    );
    expect([replay.status, replay.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  it('CAMP-7 every campaign manager sees it and reruns it; only its creator changes or deletes it', async () => {
    const { campaignId } = await made(manager, { campaignName: 'Mine' });
    await settle(server);
    expect(dataOf(await find(other, campaignId))).toMatchObject({ campaignName: 'Mine', mayChange: false });
    expect((await listed(other)).find((row) => row.campaignId === campaignId)).toMatchObject({
      mayChange: false,
      userEmail: email('campaign-manager'),
    });
    expect((await counted(other, {}, { rerunOf: campaignId })).difference).toMatchObject({ campaignName: 'Mine' });
    for (const answer of [await change(other, campaignId), await remove(other, campaignId)])
      expect(message(answer)).toEqual([403, 'Only Aditya Banerjee can change this campaign.']);
    expect(dataOf(await find(manager, campaignId))).toMatchObject({ version: 1 });
  });

  it('CAMP-7 what is deleted is not there any more, for nobody, and the key tells that it was done', async () => {
    const { campaignId } = await made(manager, { campaignName: 'Gone' });
    await settle(server);
    const key = { 'idempotency-key': 'campaign-gone-01' };
    expect((await remove(manager, campaignId, key)).body).toEqual({ success: true, data: { campaignId } });
    expect((await remove(manager, campaignId, key)).headers.get('idempotency-replayed')).toBe('true');
    for (const answer of [
      await remove(manager, campaignId),
      await change(manager, campaignId),
      await find(manager, campaignId),
      await count(manager, {}, { editOf: campaignId }),
      await find(manager, 'CMP-NONE'),
    ])
      expect(message(answer)).toEqual([404, 'Nothing here, or not yours']);
    expect((await listed(manager)).map((row) => row.campaignId)).not.toContain(campaignId);
  });

  it('AUD-1 each step is a row of the log, which is whole', async () => {
    const { campaignId } = await made(manager, { campaignName: 'Audited' });
    await settle(server);
    await change(manager, campaignId, { campaignName: 'Audited again' });
    await settle(server);
    await remove(manager, campaignId);
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'version', 'actor_id', 'after'])
      .where('record_id', '=', campaignId)
      .orderBy('version')
      .execute();
    expect(rows.map(({ action, version, actor_id }) => [action, version, actor_id])).toEqual([
      ['create', 1, idOf('campaign-manager')],
      ['edit', 2, idOf('campaign-manager')],
      ['delete', 3, idOf('campaign-manager')],
    ]);
    expect(rows[1]?.after).toMatchObject({ name: 'Audited again', contacts: expected().totalContacts, deleted: false });
    expect(await verifyAudit(server.database.db)).toBeNull();
  });
});

describe('what changed since', () => {
  it('CAMP-14 a rerun and an edit are told the difference to what was counted last', async () => {
    const before = await made(manager, { campaignName: 'Before' });
    const now = await counted(manager, { priority: ['P1', 'P2'] }, { rerunOf: before.campaignId });
    expect(now.difference).toMatchObject({
      campaignId: before.campaignId,
      campaignName: 'Before',
      countedOn: before.countedOn,
      before: before.reportSummaryData,
    });
    expect(now.difference?.change.totalContacts).toBe(now.data.totalContacts - before.reportSummaryData.totalContacts);
    expect((await counted(manager)).difference).toBeNull();
  });

  it('CAMP-9 CAMP-24 a rerun leaves out its own targets, an edit does not; those of others always', async () => {
    const { db } = server.database;
    const campaign = await made(manager, { campaignName: 'Targets', contactPersonType: 'ALL', coolOffPeriod: '30' });
    await settle(server);
    const all = { contactPersonType: 'ALL', coolOffPeriod: '30' };
    const chosen = campaign.reportSummaryData.totalContacts;
    const ids = (await db.selectFrom('contacts').select('id').orderBy('id').execute()).map(({ id }) => id);
    await db
      .insertInto('campaign_targets')
      .values(ids.map((id) => ({ campaign_id: campaign.campaignId, contact_id: id, targeted_on: today })))
      .execute();
    expect((await counted(manager, all, { rerunOf: campaign.campaignId })).data.totalContacts).toBe(0);
    expect((await counted(manager, all, { editOf: campaign.campaignId })).data.totalContacts).toBe(chosen);
    expect(dataOf(await change(manager, campaign.campaignId, all))).toMatchObject({
      reportSummaryData: { totalContacts: chosen },
    });
    await db
      .insertInto('campaign_targets')
      .values(ids.map((id) => ({ campaign_id: 'CMP-OLD', contact_id: id, targeted_on: addDays(today, -29) })))
      .onConflict((conflict) =>
        conflict.columns(['campaign_id', 'contact_id']).doUpdateSet({ targeted_on: addDays(today, -29) }),
      )
      .execute();
    expect((await counted(manager, all, { editOf: campaign.campaignId })).data.totalContacts).toBe(0);
    // What is taken back was never handed out.
    await db.deleteFrom('campaign_targets').execute();
    expect((await counted(manager, all)).data.totalMailsTargetedInLastXDays).toBe(0);
  });
});

describe('the list', () => {
  it('LIST-1 CAMP-13 newest first, by pages that never overlap, with the total', async () => {
    const all = await list(manager, {});
    const total = all.body['totalElements'] as number;
    expect(total).toBeGreaterThan(3);
    const paged: string[] = [];
    for (let page = 0; page * 2 < total; page += 1)
      paged.push(...(await listed(manager, { pageSize: '2', pageNumber: String(page) })).map((row) => row.campaignId));
    expect(paged).toEqual(dataOf<CampaignRow[]>(all).map((row) => row.campaignId));
    expect(new Set(paged).size).toBe(total);
  });

  it('LIST-13 no filter, no other order', async () => {
    for (const path of ['filter=SEARCH:x', 'sort=EMPLOYEE_CODE', 'pageSize=101', 'page=1'])
      expect((await manager.get(`/api/v1/campaign/findAllCampaign?${path}`)).status).toBe(400);
  });
});
