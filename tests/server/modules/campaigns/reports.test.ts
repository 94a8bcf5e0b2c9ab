import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import type { Api } from '#tests/support/api.ts';
import { made, makeAll, readCampaign, signedUrl, updateCampaign } from '#tests/support/campaigns.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';
import { MINUTE, DAY, takeCompanyOfSix } from './reportFixtures.ts';

let server: TestServer;
let manager: Api;
let other: Api;
beforeAll(async () => {
  server = await startServer();
  [manager, other] = [await server.as('campaign-manager'), await server.as('campaign-manager2')];
  await takeCompanyOfSix(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.now = NOW;
  const { db } = server.database;
  await db.deleteFrom('campaign_targets').execute();
  await db.deleteFrom('campaigns').execute();
  await sql`update contacts set last_targeted_on = '-infinity'`.execute(db);
});

const fileOf = async (api: Api, fileUrl: string | null): Promise<Record<string, string>[]> => {
  const signed = String((await signedUrl(api, fileUrl ?? '')).body['data']);
  const answer = await server.with(null).get(signed, { platform: '' });
  expect(answer.status).toBe(200);
  return parse(answer.text, { columns: true, bom: true });
};
const targets = () =>
  server.database.db
    .selectFrom('campaign_targets as t')
    .innerJoin('contact_details as d', 'd.contact_id', 't.contact_id')
    .select(['t.campaign_id', 'd.external_id', sql<string>`t.targeted_on::text`.as('day')])
    .orderBy('d.contact_id')
    .execute();

describe('CAMP-10 the report file', () => {
  it('is a CSV of the chosen contacts, made by a job, with as many rows as were counted', async () => {
    const campaign = await made(manager, 'October');
    expect(campaign).toMatchObject({ status: 'PROCESSING', csvCount: null, fileUrl: null });
    await makeAll(server);
    const ready = await readCampaign(manager, campaign.campaignId);
    expect(ready).toMatchObject({ status: 'READY', csvCount: 6, failure: null, version: 2 });
    expect(ready.reportSummaryData.totalContacts).toBe(6);
    expect(ready.reportFileUrl).toBe(ready.fileUrl);
    const rows = await fileOf(manager, ready.fileUrl);
    expect(rows.map((row) => row['Contact Id'])).toEqual(['K6', 'K1', 'K2', 'K7', 'K8', 'K9']);
    expect(rows[0]).toEqual({
      'Company Id': 'C1',
      'Company Name': `'=HYPERLINK("http://evil.test")`,
      'Company Type': 'Private Limited',
      'Industry Type': '',
      'Sub Industry Type': '',
      'Turnover Range': 'NHV 0-25CR',
      Priority: '',
      'Address Location': 'Pune',
      'Contact Id': 'K6',
      'Contact Name': 'Person 6',
      Designation: '',
      Seniority: 'Owner or partner',
      'Contact Status': 'Yet to contact',
      Email: 'person6@company1.in',
      'Email Status': 'Deliverable',
      Mobile: "'+919845000000",
      'Mobile Status': 'Deliverable',
    });
    expect(rows[3]?.['Contact Name']).toBe('Rao, "Bunty"');
  });

  it('notes whom it targets, so that others leave them alone for their cool-off', async () => {
    const campaign = await made(manager, 'First');
    await makeAll(server);
    expect((await targets()).map((row) => [row.campaign_id, row.external_id, row.day])).toEqual(
      ['K1', 'K2', 'K6', 'K7', 'K8', 'K9'].map((key) => [campaign.campaignId, key, '2026-07-15']),
    );
    const second = await made(other, 'Second');
    expect(second.reportSummaryData).toMatchObject({ totalContacts: 3, totalMailsTargetedInLastXDays: 6 });
    await makeAll(server);
    expect(
      (await fileOf(other, (await readCampaign(other, second.campaignId)).fileUrl)).map((row) => row['Contact Id']),
    ).toEqual(['K3', 'K4', 'K5']);
    server.clock.now = NOW + 31 * DAY;
    expect((await made(await server.as('campaign-manager'), 'Third')).reportSummaryData.totalContacts).toBe(6);
  });

  it('of an edited campaign holds its own contacts again, and no others stay noted', async () => {
    const campaign = await made(manager, 'Edited');
    await makeAll(server);
    await updateCampaign(manager, campaign.campaignId, 'Edited', { contactPersonType: 'SINGLE' });
    await makeAll(server);
    const ready = await readCampaign(manager, campaign.campaignId);
    expect(ready).toMatchObject({ status: 'READY', csvCount: 3, version: 4 });
    expect((await fileOf(manager, ready.fileUrl)).map((row) => row['Contact Id'])).toEqual(['K6', 'K7', 'K9']);
    expect((await targets()).map((row) => row.external_id)).toEqual(['K6', 'K7', 'K9']);
  });

  it('may be empty', async () => {
    const campaign = await made(manager, 'Nobody', { turnoverRange: ['SHV'] });
    await makeAll(server);
    expect(await readCampaign(manager, campaign.campaignId)).toMatchObject({ status: 'READY', csvCount: 0 });
  });

  it('every change of a campaign, the job’s too, is in the audit log, and so are downloads of the file', async () => {
    const campaign = await made(manager, 'On record');
    await makeAll(server);
    await signedUrl(other, (await readCampaign(other, campaign.campaignId)).fileUrl ?? '');
    const rows = await server.database.db
      .selectFrom('audit_log')
      .select(['action', 'version'])
      .where('record_id', '=', campaign.campaignId)
      .orderBy('version')
      .execute();
    expect(rows).toEqual([
      { action: 'create', version: 1 },
      { action: 'report', version: 2 },
    ]);
    expect(await verifyAudit(server.database.db)).toBeNull();
    expect(
      await server.database.db
        .selectFrom('audit_log')
        .select('after')
        .where('action', '=', 'export')
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    ).toEqual([{ after: { report: 'campaign', campaign: campaign.campaignId, rows: 6 } }]);
  });
});

describe('CAMP-10 its signed address', () => {
  const ready = async (): Promise<string> => {
    const { campaignId } = await made(manager, 'A / name: "odd"');
    await makeAll(server);
    return (await readCampaign(manager, campaignId)).fileUrl ?? '';
  };
  const open = (address: string) => server.with(null).get(address, { platform: '' });

  it('opens without a token for five minutes, under the campaign’s name', async () => {
    const address = String((await signedUrl(other, await ready())).body['data']);
    const answer = await open(address);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=".* name.*odd.*\.csv"/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    server.clock.now = NOW + 5 * MINUTE;
    expect((await open(address)).status).toBe(200);
    server.clock.now = NOW + 5 * MINUTE + 1;
    expect((await open(address)).status).toBe(404);
  });

  it('Z59 is good for that one file only, and nobody else can make one', async () => {
    const fileUrl = await ready();
    const address = String((await signedUrl(manager, fileUrl)).body['data']);
    const later = address.replace(/expires=(\d+)/, (_, moment: string) => `expires=${Number(moment) + 1}`);
    const changed = [
      later,
      address.replace('campaign-report', 'sheet'),
      address.replace(/[0-9a-f]{64}/, 'a'.repeat(64)),
      address.replace(/signature=.{4}/, 'signature=AAAA'),
      address.replace(/&signature=.*/, ''),
      address.replace(/signature=.*/, 'signature='),
    ];
    for (const each of changed) expect([each, [400, 404].includes((await open(each)).status)]).toEqual([each, true]);
    const unsigned = (await signedUrl(manager, `${fileUrl}x`)).status;
    expect([
      unsigned,
      (await signedUrl(manager, '../../etc/passwd')).status,
      (await signedUrl(manager, '')).status,
    ]).toEqual([404, 404, 400]);
  });

  it('is for campaign managers, and ends with the file that it names', async () => {
    const fileUrl = await ready();
    for (const who of ['campaign-user', 'employee', 'finance', 'admin'] as const)
      expect([who, (await signedUrl(await server.as(who), fileUrl)).status]).toEqual([who, 403]);
    const address = String((await signedUrl(manager, fileUrl)).body['data']);
    await server.database.db.updateTable('campaigns').set({ deleted_at: NOW }).execute();
    expect((await open(address)).status).toBe(404);
    expect((await signedUrl(manager, fileUrl)).status).toBe(404);
  });
});
