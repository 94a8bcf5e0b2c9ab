import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { sql } from 'kysely';
import type { CampaignFilters } from '#contract/campaign.ts';
import { noFilters } from '#domain/campaign.ts';
import { countCampaign } from '#server/modules/campaigns/repository/count.ts';
import { conditionInputOf } from '#server/modules/campaigns/repository/conditions.ts';
import { refreshMarket } from '#server/modules/campaigns/repository/marketColumns.ts';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import { addMarket } from '#server/demo/market.ts';
import { addMarketTerms } from '#server/demo/marketTerms.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { median, percentile } from '../support/stats.ts';

const COMPANIES = 1_000_000;
/** Companies made by one statement, so that none holds everything at once. */
const SLICE = 20_000;
const TODAY = '2026-11-21';
const TIMES = 5;
const STOPS = 15;
const log = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

/** A million companies and three million contacts, made by the database. */
async function fillMarket(database: Database): Promise<void> {
  const { db } = database;
  const terms = await db.transaction().execute((tx) => addMarketTerms(tx));
  for (let from = 1; from <= COMPANIES; from += SLICE)
    await db.transaction().execute((tx) => addMarket(tx, { from, to: from + SLICE - 1, today: TODAY, terms }));
}

const search = (chosen: Partial<CampaignFilters>): CampaignFilters => ({
  ...noFilters(),
  campaignGoals: 'ACQUISITION',
  turnoverRange: ['NHV', 'HV', 'SHV'],
  companyType: ['PRIVATE_LIMITED', 'PUBLIC_LIMITED'],
  businessLine: ['BIDASSIST'],
  businessLineStatus: ['HOT', 'WARM'],
  coolOffPeriod: '30',
  contactPersonType: 'TOP_THREE',
  campaignMode: ['EMAIL', 'CALL'],
  ...chosen,
});

/** From what is least that a search asks for to all that the form has. */
export const SEARCHES: Record<string, CampaignFilters> = {
  'nearly everybody': search({
    turnoverRange: ['NO_TURNOVER', 'NHV', 'HV', 'SHV', 'UHV'],
    companyType: ['PRIVATE_LIMITED', 'PUBLIC_LIMITED', 'LLP', 'PARTNERSHIP', 'HUF', 'PSU'],
    businessLine: ['BIDASSIST', 'BIDASSIST_DEFAULT', 'NEXIZO', 'TRANSACTION'],
    businessLineStatus: ['HOT', 'WARM', 'COLD', 'NO_STATUS'],
    contactPersonType: 'ALL',
  }),
  'what must be chosen': search({}),
  renewal: search({
    campaignGoals: 'RENEWAL',
    businessLineStatus: ['CONVERTED'],
    contactPersonType: 'SENIOR_MANAGEMENT',
  }),
  'one industry in four cities': search({
    industryType: ['CEMENT'],
    addressLocation: ['Mumbai', 'Pune', 'Surat', 'Nagpur'],
    contactPersonType: 'SINGLE',
  }),
  bidders: search({
    biddingActivity: ['TEN_TO_NINETEEN', 'TWENTY_TO_NINETY_NINE', 'ABOVE_HUNDRED'],
    sectorsParticipated: ['Roads', 'Bridges', 'Railways'],
    sectorsWon: ['Roads'],
  }),
  'words of tenders': search({
    boqKeywords: 'hospital beds, x-ray machines',
    tenderDescription: 'annual maintenance',
    excludedBoqKeywords: 'cement',
  }),
  'contacts by what they did': search({
    searchActivityDays: 60,
    searchActivityType: ['VIEW', 'DOWNLOAD'],
    searchActivityViewBucket: ['FROM_11_TO_25', 'FROM_26_TO_100'],
    searchActivityDownloadBucket: ['FROM_6_TO_10'],
    planType: ['Basic', 'Premium'],
    utmSource: ['google', 'linkedin'],
    isContactVerified: 'YES',
  }),
  everything: search({
    industryType: ['CEMENT', 'IRON_STEEL', 'CONSTRUCTION', 'ENGINEERING'],
    priority: ['P0', 'P1', 'P2', 'P3'],
    activityScore: ['HIGH', 'MEDIUM'],
    isGstAvailable: 'YES',
    isExistingOfbOrOxyzo: 'NO',
    orgStatus: ['follow_up'],
    dispositionStatus: ['FOLLOW_UP'],
    dispositionDays: ['BELOW_60', 'FROM_60_TO_89', 'FROM_90_TO_179'],
    procurementType: ['GOODS'],
    procurementSource: ['GEM'],
    sectorsLost: ['Roads', 'Solar'],
    isCompanyDomainPresent: 'YES',
  }),
};

async function timeCounts(database: Database): Promise<number[]> {
  const all: number[] = [];
  for (const [name, filters] of Object.entries(SEARCHES)) {
    const taken: number[] = [];
    let contacts = 0;
    for (let n = 0; n <= TIMES; n += 1) {
      const start = performance.now();
      contacts = (
        await countCampaign(database, await conditionInputOf(database.db, filters, TODAY), new AbortController().signal)
      ).counts.totalContacts;
      if (n > 0) taken.push(performance.now() - start);
    }
    say(`count, ${name}: ${median(taken).toFixed(0)} ms, ${contacts.toLocaleString('en')} contacts`);
    all.push(...taken);
  }
  return all;
}

/** Milliseconds from the moment that nobody waits any more until the database does nothing for it. */
async function timeStops(database: Database, url: string): Promise<number[]> {
  const watcher = new pg.Client({ connectionString: url });
  await watcher.connect();
  const working = async (): Promise<boolean> =>
    (
      await watcher.query(
        "select 1 from pg_stat_activity where application_name = 'kharcha counting' and state = 'active'",
      )
    ).rowCount !== 0;
  const input = await conditionInputOf(database.db, SEARCHES['nearly everybody'] ?? search({}), TODAY);
  const taken: number[] = [];
  for (let n = 0; n < STOPS; n += 1) {
    const gone = new AbortController();
    const counting = countCampaign(database, input, gone.signal).catch(() => undefined);
    await new Promise((done) => setTimeout(done, 60 + n * 15));
    const start = performance.now();
    gone.abort();
    while (await working());
    taken.push(performance.now() - start);
    await counting;
  }
  await watcher.end();
  return taken;
}

/**
 * Takes a CSV file of a million companies in with little memory; what the process held at most, and how long it took.
 */
async function timeImport(url: string, folder: string): Promise<{ megabytes: number; perSecond: number }> {
  const file = path.join(folder, 'companies.csv');
  const out = createWriteStream(file);
  out.write(
    'companyId,companyName,turnoverRange,companyType,businessLines,industryType,addressLocation,bids,' +
      'gstAvailable,boq\n',
  );
  for (let n = 0; n < COMPANIES; n += 1)
    if (
      !out.write(
        `I-${n},Imported Company ${n} Pvt Ltd,NHV,PRIVATE_LIMITED,BIDASSIST:HOT; ` +
          `NEXIZO:COLD,CEMENT,Pune,${n % 90},Yes,\n`,
      )
    )
      await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=96', '--import', 'tsx', 'server/main/commands/importCompanies.ts', file],
    { env: { ...process.env, DATABASE_URL: url, DEMO: '0' }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  let most = 0;
  const watching = setInterval(() => {
    try {
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, 100);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearInterval(watching);
  if (code !== 0) throw new Error(`The import ended with ${code}.`);
  return { megabytes: most / 1024, perSecond: COMPANIES / ((performance.now() - start) / 1000) };
}

/** What is promised of campaigns, on a PostgreSQL of its own. */
export async function campaignFigures(figures: Figure[]): Promise<void> {
  const cluster = await startPostgres();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kharcha-bench-'));
  try {
    say('making 1,000,000 companies and 3,000,000 contacts');
    const url = await cluster.createDatabase();
    const database = await openDatabase({ dataDir: folder, databaseUrl: url, log });
    await fillMarket(database);
    for (const table of ['companies', 'contacts', 'company_texts', 'contact_details'] as const)
      await sql`vacuum (analyze) ${sql.table(table)}`.execute(database.db);
    // As after an upgrade or an import, until the background job has filled the columns.
    const byRows = await timeCounts(database);
    const start = performance.now();
    while (await refreshMarket(database.db, 0));
    const filled = (performance.now() - start) / 1_000;
    const counts = await timeCounts(database);
    figures.push(
      {
        budget: 'campaign count over 1,000,000 companies and 3,000,000 contacts, p95',
        unit: 'ms',
        figure: percentile(counts, 95),
        goal: { atMost: 300 },
      },
      { budget: 'the same, median', unit: 'ms', figure: median(counts), goal: { atMost: 100 } },
      {
        budget: 'the same by rows, before the columns are filled, p95',
        unit: 'ms',
        figure: percentile(byRows, 95),
        goal: {},
      },
      { budget: 'filling the columns', unit: 's', figure: filled, goal: {} },
    );
    const stops = await timeStops(database, url);
    figures.push({
      budget: 'a changed filter stops the old count in the database, p95',
      unit: 'ms',
      figure: percentile(stops, 95),
      goal: { atMost: 200 },
    });
    await database.close();
    say('importing 1,000,000 companies');
    const taken = await timeImport(await cluster.createDatabase(), folder);
    figures.push(
      {
        budget: 'import of 1,000,000 companies, most memory',
        unit: 'MB',
        figure: taken.megabytes,
        goal: { atMost: 250 },
      },
      { budget: 'import of 1,000,000 companies', unit: '/s', figure: taken.perSecond, goal: {} },
    );
  } finally {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
