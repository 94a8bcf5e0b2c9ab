import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { MADE, NOT_MADE } from '#domain/campaign.ts';
import { dayOf } from '#domain/dates.ts';
import { rangesOf, lastCompany } from './repository/count.ts';
import { conditionInputOf } from './repository/conditions.ts';
import { reportColumns, fileUrlOf, REPORT_TYPE } from './report.ts';
import { chosenContacts, planOf } from './repository/statements.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { transact } from '#server/platform/database/transact.ts';
import { removeNoted } from '#server/platform/files/removals.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { writeCsv } from '#server/platform/tables/csv.ts';
import * as stored from './repository/reports.ts';
import { type QueuedCampaign, type ReportRow, placesByCode } from './repository/reports.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { snapshot } from './campaigns.ts';
import { lastAuditHashes } from '#server/platform/audit/repository/audit.ts';

/** Companies looked at in one read: a few thousand contacts at most are in memory. */
const COMPANIES_AT_ONCE = 5_000;
const TARGETS_AT_ONCE = 1_000;
/** Lease of the process that makes a file; renewed while it works. */
const LEASE = 60_000;
const RENEW_EVERY = 10_000;
const RETRY = 15_000;
/** One that ends its process each time, or never goes well, is given up. */
const MAX_ATTEMPTS = 5;
const FAILED = 'The report file could not be made. Edit the campaign, or create it again.';

export interface ReportsInput {
  db: Kysely<Tables>;
  durable: () => Promise<void>;
  files: FileStore;
  /** Epoch milliseconds. */
  clock: () => number;
  timeZone: string;
  /** Aborted when the server stops: unfinished work is left to the next process. */
  signal: AbortSignal;
  log: { info(fields: object, message: string): void };
}

/** Another process makes it by now, or it was changed or deleted: this result is discarded. */
class NotOurs extends Error {
  override name = 'NotOurs';
}
class Stopped extends Error {
  override name = 'Stopped';
}

/**
 * Keeps the lease, and the turn of `holder`, while the work goes on, and ends the work when they are no longer ours.
 */
function keeper({ db, clock, signal }: ReportsInput, row: QueuedCampaign, holder: string | null): () => Promise<void> {
  let renewed = clock();
  return async () => {
    if (signal.aborted) throw new Stopped();
    const now = clock();
    if (now - renewed < RENEW_EVERY) return;
    if (
      !(await stored.keepReport(db, row, now + LEASE)) ||
      (holder !== null && !(await stored.keepReportTurn(db, holder, now + LEASE)))
    )
      throw new NotOurs();
    renewed = now;
    await turn();
  };
}

async function* chosenRows(
  { db, clock, timeZone }: ReportsInput,
  row: QueuedCampaign,
  keep: () => Promise<void>,
  seen: (ids: readonly number[]) => void,
): AsyncGenerator<ReportRow[]> {
  const plan = planOf(await conditionInputOf(db, row.filters, dayOf(clock(), timeZone), row.id));
  for (const range of rangesOf(await lastCompany(db), 1, COMPANIES_AT_ONCE)) {
    await keep();
    const ids = (await chosenContacts(plan, range).execute(db)).rows.map((each) => each.contact_id);
    if (ids.length === 0) continue;
    const page = await stored.reportRows(db, ids);
    seen(page.map((each) => each.contact_id));
    yield page;
  }
}

/** Ends it in the same transaction as its row of the audit log. */
async function end(
  { db, clock }: ReportsInput,
  row: QueuedCampaign,
  after: Parameters<typeof stored.endReport>[2],
): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await stored.endReport(tx, row, after))) throw new NotOurs();
    const entry = {
      recordId: row.id,
      recordKind: 'campaign',
      version: row.version + 1,
      at: clock(),
      actorId: row.owner_id,
      action: after.status === MADE ? 'report' : 'report-failed',
      before: snapshot(row),
      after: snapshot({ ...row, status: after.status }),
      origin: 'job',
    };
    await appendAudit(tx, entry, (await lastAuditHashes(tx, [row.id])).get(row.id) ?? '');
  });
}

/**
 * Makes the file of a campaign that was taken, in the turn of `holder`, and answers how many rows it has. Throws when
 * it is not ours any more. Without a holder others may choose the same contacts meanwhile.
 */
export async function makeReport(input: ReportsInput, row: QueuedCampaign, holder: string | null): Promise<number> {
  const { db, durable, files, clock, timeZone } = input;
  const keep = keeper(input, row, holder);
  const ids: number[] = [];
  const batches = chosenRows(input, row, keep, (more) => {
    for (const id of more) ids.push(id);
  });
  const { hash } = await files.putStream(
    writeCsv({ name: row.id, columns: reportColumns(await placesByCode(db)), batches, timeZone }),
    REPORT_TYPE,
  );
  // Recorded before it counts. A process that is just removing an old file with the same content is waited for.
  await transact(db, (tx) => stored.noteReportFile(tx, hash, clock()));
  if (!(await files.has(hash))) throw new Error('The report file was removed while it was made');
  while (await stored.dropTargets(db, row.id, TARGETS_AT_ONCE)) await keep();
  const day = dayOf(clock(), timeZone);
  for (let at = 0; at < ids.length; at += TARGETS_AT_ONCE) {
    await keep();
    await transact(db, async (tx) => {
      if (holder !== null && !(await stored.holdReportTurn(tx, holder))) throw new NotOurs();
      await stored.addTargets(tx, row.id, ids.slice(at, at + TARGETS_AT_ONCE), day);
    });
  }
  const now = clock();
  await end(input, row, {
    status: MADE,
    failure: null,
    csv_count: ids.length,
    file_url: fileUrlOf(row.id, hash),
    file_made_at: now,
    updated_at: now,
  });
  await durable();
  return ids.length;
}

/** Gives it up. Nobody has its file, so other campaigns need not leave anybody alone for it. */
export async function failReport(input: ReportsInput, row: QueuedCampaign, holder: string | null): Promise<void> {
  const keep = keeper(input, row, holder);
  while (await stored.dropTargets(input.db, row.id, TARGETS_AT_ONCE)) await keep();
  await end(input, row, {
    status: NOT_MADE,
    failure: FAILED,
    csv_count: null,
    file_url: null,
    file_made_at: null,
    updated_at: input.clock(),
  });
}

/**
 * Makes the report file that waits longest (CAMP-10, CAMP-21), one at a time in all processes; answers how many there
 * were. A process that dies releases it, and what two make counts once.
 */
export async function makeReports(input: ReportsInput): Promise<number> {
  const { db, clock } = input;
  const holder = randomUUID();
  if (input.signal.aborted || !(await stored.takeReportTurn(db, holder, clock(), clock() + LEASE))) return 0;
  try {
    return await makeNext(input, holder);
  } finally {
    await stored.endReportTurn(db, holder);
  }
}

async function makeNext(input: ReportsInput, holder: string): Promise<number> {
  const { db, clock, log } = input;
  const row = await stored.takeReport(db, clock(), clock() + LEASE);
  if (!row) return 0;
  try {
    if (row.report_attempts > MAX_ATTEMPTS) await failReport(input, row, holder);
    else log.info({ job: 'reports', campaign: row.id, rows: await makeReport(input, row, holder) }, 'report made');
  } catch (error) {
    if (error instanceof NotOurs) return 1;
    if (error instanceof Stopped || input.signal.aborted) {
      await stored.giveBack(db, row);
      return 0;
    }
    log.info(
      {
        job: 'reports',
        campaign: row.id,
        attempts: row.report_attempts,
        kind: error instanceof Error ? error.name : typeof error,
        code: (error as { code?: unknown } | null)?.code,
      },
      'report not made',
    );
    await stored.keepReport(db, row, clock() + RETRY * row.report_attempts);
  }
  return 1;
}

/**
 * Report files that no campaign names any more go after a day: an address of theirs may have been handed out just
 * before.
 */
export async function removeOldReports(
  database: Pick<Database, 'db' | 'durable'>,
  files: FileStore,
  now: number,
): Promise<number> {
  const { db } = database;
  const before = now - 86_400_000;
  let removed = 0;
  for (;;) {
    await removeNoted(database, files);
    const found = await stored.unnamedReportFiles(db, before);
    if (found.length === 0) return removed;
    for (const { file_hash: hash } of found) {
      removed += await transact(db, async (tx) => {
        if (!(await stored.lockUnnamed(tx, hash, before))) return 0;
        await stored.forgetFile(tx, hash);
        return 1;
      });
    }
  }
}
