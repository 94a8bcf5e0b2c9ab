import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openFileStore, type FileStore } from '#server/platform/files/store.ts';
import { makeDemoCampaigns, startDemoCampaigns } from '#server/demo/campaignJob.ts';
import { makeReports } from '#server/modules/campaigns/reportsJob.ts';
import { verifyAudit } from '#server/platform/audit/audit.ts';
import { made, makeAll, readCampaign } from '#tests/support/campaigns.ts';
import { NOW, startServer, type TestServer } from '#tests/support/server.ts';

/** A tenth of the companies: what is said of them holds for all. */
const COMPANIES = 2_000;

let server: TestServer;
let folder: string;
let files: FileStore;
const errors: object[] = [];
const input = (companies: number, of = server) => ({
  database: of.database,
  files,
  clock: () => of.clock.now,
  timeZone: of.env.timeZone,
  companies,
  log: { info: () => undefined, error: (facts: object) => void errors.push(facts) },
});
const begin = () => startDemoCampaigns(input(COMPANIES), 0);
const until = (holds: () => Promise<boolean>) =>
  vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 60_000, interval: 5 });
const count = async (table: 'companies' | 'contacts' | 'campaigns' | 'campaign_targets') =>
  Number(
    (
      await server.database.db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  );

beforeAll(async () => {
  server = await startServer();
  folder = mkdtempSync(join(tmpdir(), 'kharcha-demo-'));
  files = openFileStore({ dataDir: folder });
  // Cut off on the way, twice, as a server that is stopped does.
  for (const [many, of] of [
    [300, 'companies'],
    [3, 'campaigns'],
  ] as const) {
    const end = begin();
    await until(async () => (await count(of)) >= many);
    await end();
  }
  await makeDemoCampaigns({ ...input(COMPANIES), signal: new AbortController().signal });
}, 180_000);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the demo’s campaigns', () => {
  it('companies and contacts are there once, three contacts a company, whatever was cut off', async () => {
    expect(errors).toEqual([]);
    expect([await count('companies'), await count('contacts')]).toEqual([COMPANIES, COMPANIES * 3]);
    const { rows } = await sql<{
      wrong: number;
    }>`
      select count(*) as wrong from companies c
      where contacts <> (select count(*) from contacts k where k.company_id = c.id)`.execute(server.database.db);
    expect(rows).toEqual([{ wrong: 0 }]);
  });

  it('both campaign managers have one in each state, and what is counted is what is there', async () => {
    const rows = await server.database.db
      .selectFrom('campaigns as g')
      .innerJoin('people as p', 'p.id', 'g.owner_id')
      .selectAll('g')
      .select('p.email')
      .execute();
    const states = new Set(rows.map(({ email, status }) => `${email} ${status}`));
    expect([...states].toSorted()).toEqual(
      ['campaign-manager2', 'campaign-manager']
        .flatMap((who) => ['FAILED', 'PROCESSING', 'READY'].map((status) => `${who}@example.com ${status}`))
        .toSorted(),
    );
    for (const row of rows.filter(({ status }) => status === 'READY')) {
      expect([row.name, row.csv_count]).toEqual([row.name, row.counts.totalContacts]);
      expect([row.name, row.counts.totalContacts > 0]).toEqual([row.name, true]);
      expect(await files.has(/[0-9a-f]{64}/.exec(row.file_url ?? '')?.[0] ?? '')).toBe(true);
    }
    expect(await count('campaign_targets')).toBe(rows.reduce((sum, row) => sum + (row.csv_count ?? 0), 0));
    expect(await verifyAudit(server.database.db)).toBeNull();
  });

  it('one that is shown while it is made stays so, and is not in the way of others', async () => {
    const manager = await server.as('campaign-manager');
    const { campaignId } = await made(manager, 'Mine');
    await makeAll(server);
    expect((await readCampaign(manager, campaignId)).status).toBe('READY');
    expect(
      await makeReports({
        db: server.database.db,
        durable: async () => undefined,
        files,
        clock: () => NOW + 86_400_000,
        timeZone: server.env.timeZone,
        signal: new AbortController().signal,
        log: { info: () => undefined },
      }),
    ).toBe(0);
  });

  it('every filter finds somebody, and leaves somebody out', async () => {
    const columns = [
      'turnover',
      'company_type',
      'org_status',
      'priority',
      'industry',
      'sub_industry',
      'activity_score',
      'has_gst',
      'is_existing',
      'location',
      'procurement_types',
      'procurement_sources',
    ];
    for (const column of columns) {
      const { rows } = await sql<{ n: number }>`select count(distinct ${sql.ref(column)}) as n from companies`.execute(
        server.database.db,
      );
      expect([column, (rows[0]?.n ?? 0) > 1]).toEqual([column, true]);
    }
    for (const column of [
      'seniority',
      'mail',
      'mobile',
      'disposition',
      'is_verified',
      'is_company_domain',
      'plan',
      'utm_source',
      'utm_medium',
      'utm_content',
      'utm_campaign',
      'views',
      'downloads',
      'searches',
      'last_active_on',
    ]) {
      const { rows } = await sql<{ n: number }>`select count(distinct ${sql.ref(column)}) as n from contacts`.execute(
        server.database.db,
      );
      expect([column, (rows[0]?.n ?? 0) > 1]).toEqual([column, true]);
    }
  });

  it('is the same organisation each time it is made', async () => {
    const other = await startServer();
    try {
      await makeDemoCampaigns({ ...input(100, other), signal: new AbortController().signal });
      const look = (from: TestServer) =>
        sql`
          select c.external_id, c.name, c.turnover, c.sectors_won, d.external_id as contact, d.name as person,
          d.email, k.mail, k.views from companies c left join contacts k on k.company_id = c.id
          left join contact_details d on d.contact_id = k.id where c.external_id <= 'M-0000100' order by 1, 5`
          .execute(from.database.db)
          .then(({ rows }) => rows);
      expect(await look(other)).toEqual(await look(server));
    } finally {
      await other.close();
    }
    expect(errors).toEqual([]);
  });
});
