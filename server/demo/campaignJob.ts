import { setTimeout as wait } from 'node:timers/promises';
import { BEING_MADE, MADE, type CampaignStatus } from '#domain/campaign.ts';
import { dayOf } from '#domain/dates.ts';
import type { Database } from '#server/platform/database/database.ts';
import { transact } from '#server/platform/database/transact.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { newId } from '#server/platform/secrets/ids.ts';
import { demoCampaigns, type DemoCampaign } from './campaigns.ts';
import { addMarket } from './market.ts';
import { addMarketTerms } from './marketTerms.ts';
import { emailOf, personIdOf } from './people.ts';
import {
  countCampaign,
  conditionInputOf,
  failReport,
  makeReport,
  type ReportsInput,
  snapshot,
} from '#server/modules/campaigns/index.ts';

/**
 * The demo organisation's companies and campaigns, made while people look at the rest of it: all of it would make the
 * first start wait.
 */

/** In one transaction: other requests wait for at most one of these. */
const AT_ONCE = 50;
/**
 * The least pause between two; else as long as the last one took, so that others have half of the database even on a
 * slow machine.
 */
const BREATH = 5;
/** After a failure. */
const AGAIN = 30_000;
const JOB = 'demo-companies' as const;
const DAY = 86_400_000;
/** A campaign that is to be seen while its file is made stays so. */
const HELD = 365 * DAY;

export interface DemoCampaignsInput {
  database: Database;
  files: FileStore;
  /** Epoch milliseconds. */
  clock: () => number;
  timeZone: string;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  companies: number;
}

type Running = DemoCampaignsInput & { signal: AbortSignal };

/** Makes what is missing of the companies. Progress is stored with them, so an interrupted start resumes. */
async function companies({ database: { db }, clock, timeZone, signal, companies: wanted }: Running): Promise<void> {
  await db
    .insertInto('job_turns')
    .values({ job: JOB, last: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { last } = await db.selectFrom('job_turns').select('last').where('job', '=', JOB).executeTakeFirstOrThrow();
  const terms = await transact(db, addMarketTerms);
  const today = dayOf(clock(), timeZone);
  for (let from = Number(last) + 1; from <= wanted && !signal.aborted; from += AT_ONCE) {
    const to = Math.min(wanted, from + AT_ONCE - 1);
    const began = performance.now();
    await transact(db, async (tx) => {
      const turn = await tx
        .updateTable('job_turns')
        .set({ last: String(to) })
        .where('job', '=', JOB)
        .where('last', '=', from === 1 ? '' : String(from - 1))
        .executeTakeFirst();
      if (turn.numUpdatedRows !== 1n) throw new Error('Another process makes the demo organisation too');
      await addMarket(tx, { from, to, today, terms });
    });
    await wait(Math.max(BREATH, performance.now() - began));
  }
}

/**
 * Makes one as of its day: counted, then its file made, or not. One that was begun by a start that was cut off is gone
 * on with.
 */
async function campaign(input: Running, { key, owner, name, status, daysAgo, filters }: DemoCampaign): Promise<void> {
  const { database, files, clock, timeZone, signal } = input;
  const { db } = database;
  const ownerId = personIdOf(owner);
  const at = clock() - daysAgo * DAY - (daysAgo === 0 ? 60_000 : 0);
  const find = () =>
    db
      .selectFrom('campaigns')
      .selectAll()
      .where('owner_id', '=', ownerId)
      .where('creation_key', '=', key)
      .executeTakeFirst();
  if (!(await find())) {
    const { counts, waterfall } = await countCampaign(
      database,
      await conditionInputOf(db, filters, dayOf(at, timeZone)),
      signal,
    );
    const row = {
      id: newId('CMP', at),
      owner_id: ownerId,
      name,
      filters: JSON.stringify(filters),
      counts: JSON.stringify(counts),
      waterfall: JSON.stringify(waterfall),
      counted_at: at,
      status: BEING_MADE as CampaignStatus,
      failure: null,
      csv_count: null,
      file_url: null,
      file_made_at: null,
      deleted_at: null,
      version: 1,
      creation_key: key,
      created_at: at,
      updated_at: at,
    };
    await transact(db, async (tx) => {
      // Held from the start: the queue's own job leaves it alone.
      await tx
        .insertInto('campaigns')
        .values({ ...row, report_lease: at + HELD, report_version: 1, report_attempts: 1 })
        .execute();
      await appendAudit(
        tx,
        {
          recordId: row.id,
          recordKind: 'campaign',
          version: 1,
          at,
          actorId: ownerId,
          action: 'create',
          before: null,
          after: snapshot({ ...row, filters, counts }),
          origin: 'demo',
        },
        '',
      );
    });
  }
  const made = await find();
  if (status === BEING_MADE || !made || made.status !== BEING_MADE || made.version !== 1 || made.deleted_at !== null)
    return;
  const reports: ReportsInput = {
    db,
    durable: () => database.durable(),
    files,
    clock: () => at + 60_000,
    timeZone,
    signal,
    log: { info: () => undefined },
  };
  await (status === MADE ? makeReport(reports, made, null) : failReport(reports, made, null));
}

/** Makes companies, contacts and campaigns of the demo organisation, unless they are there. */
export async function makeDemoCampaigns(input: Running): Promise<void> {
  const {
    database: { db },
    signal,
  } = input;
  // A directory of somebody's own is no demo organisation.
  if (!(await db.selectFrom('people').select('id').where('email', '=', emailOf('campaign-manager')).executeTakeFirst()))
    return;
  await companies(input);
  for (const each of demoCampaigns()) if (!signal.aborted) await campaign(input, each);
}

/** Begins soon after the start; answers how to stop, which waits for the step at hand. */
export function startDemoCampaigns(input: DemoCampaignsInput, after = 1_000): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    // A machine that is busy elsewhere may not answer for a while: what is there stays, and the rest is tried again.
    for (let pause = after; !signal.aborted; pause = AGAIN) {
      await wait(pause, undefined, { signal, ref: false });
      const done = await makeDemoCampaigns({ ...input, signal }).then(
        () => true,
        (error: unknown) => {
          if (!signal.aborted)
            input.log.error(
              {
                job: 'demo',
                kind: error instanceof Error ? error.name : typeof error,
                code: (error as { code?: unknown } | null)?.code,
              },
              'job failed',
            );
          return false;
        },
      );
      if (done) return;
    }
  })().catch(() => undefined);
  return async () => {
    stopping.abort();
    await running;
  };
}
