import { Cron } from 'croner';
import { removeOldReports } from '#server/modules/campaigns/index.ts';
import { judgeUnknownCodes } from '#server/modules/claims/index.ts';
import { beginRoleReview } from '#server/modules/directory/index.ts';
import { forgetRead } from '#server/modules/notifications/index.ts';
import { runRetention } from '#server/modules/retention/index.ts';
import { dayOf } from '#domain/dates.ts';
import { leaverLinksSince, MAX_LEAVER_LINK_DAYS } from '#domain/leaver.ts';
import {
  forgetLeaverLinks,
  forgetSignIns,
  removeDeadSessions,
  sessionLifetimes,
} from '#server/modules/session/index.ts';
import { forgetDeliveries } from '#server/modules/webhooks/index.ts';
import { noteDone, wasDone } from '#server/platform/database/alone.ts';
import type { Database } from '#server/platform/database/open.ts';
import { fileCheck } from '#server/platform/files/checkJob.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { forgetOldAnswers } from '#server/platform/idempotency/repository/keys.ts';
import { forgetOldLimits } from '#server/platform/limits/repository.ts';
import { forgetMails } from '#server/platform/mail/repository.ts';
import type { Env } from '#server/platform/settings/env.ts';
import { keepBuild, pruneBuilds } from '#server/platform/site/oldBuilds.ts';
import { removeExpiredUploads } from '#server/platform/uploads/discard.ts';
import { rehearseRestore } from './restoreRehearsal.ts';
import { removeOrphanFiles, shortenOldAnswers } from './retention.ts';

/** Few people work then, and the mail of the morning has not gone out yet. */
const AT = '0 3 * * *';

/**
 * Runs `work` at three o'clock every night in this zone, whatever its clocks are set to and however long the server has
 * been running; where the zone is another one by then, by its hours from the next night on. Answers how to stop.
 */
export function startNightly(zone: () => string, work: () => void): () => void {
  const begin = (): Cron => {
    const timezone = zone();
    return new Cron(AT, { timezone, unref: true }, () => {
      work();
      if (zone() === timezone) return;
      job.stop();
      job = begin();
    });
  };
  let job = begin();
  return () => job.stop();
}

export interface DailyInput {
  database: Database;
  files: FileStore;
  env: Env;
  clientDir: string;
  /** Epoch milliseconds. */
  clock: () => number;
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
}

const DAY = 86_400_000;
/** A mail that could not be sent for so long tells nothing new any more. */
const MAIL_DAYS = 14;
/** Webhooks that were sent, or failed: so long they can be sent again. */
const WEBHOOK_DAYS = 30;

function logFailure(log: DailyInput['log'], job: string, error: unknown): void {
  const kind = error instanceof Error ? error.name : typeof error;
  log.error({ job, kind, code: (error as { code?: unknown } | null)?.code }, 'job failed');
}

/** Keeps the served build: its pages request its files for as long as they are open. */
async function keepServedBuild({ clientDir, env: { dataDir }, clock, log }: DailyInput): Promise<void> {
  await keepBuild(clientDir, dataDir, clock()).catch((error: unknown) => logFailure(log, 'builds', error));
}

type Jobs = Readonly<Record<string, () => Promise<number | void>>>;

/** Of each process: they are about its own folder. */
const jobsOfEach = ({ env: { dataDir }, clientDir, clock }: DailyInput): Jobs => ({
  builds: async () => {
    await keepBuild(clientDir, dataDir, clock());
    return pruneBuilds(dataDir, clock());
  },
});

/** Of one process for all that share the database. */
function jobsOfAll({ database, files, env, clock, log }: DailyInput): Jobs {
  const { db } = database;
  return {
    retention: () => runRetention({ database, files, env, now: clock() }),
    orphanFiles: () => removeOrphanFiles(database, files, clock()),
    expiredUploads: () => removeExpiredUploads(db, files, clock()),
    files: () => fileCheck(db, files, clock(), log),
    oldReports: () => removeOldReports(database, files, clock()),
    longAnswers: () => shortenOldAnswers(db, clock()),
    mails: () => forgetMails(db, clock() - MAIL_DAYS * DAY),
    webhooks: () => forgetDeliveries(db, clock() - WEBHOOK_DAYS * DAY),
    oldAnswers: () => forgetOldAnswers(db, clock()),
    deadSessions: () => removeDeadSessions(db, clock(), sessionLifetimes(env)),
    leaverLinks: () => forgetLeaverLinks(db, leaverLinksSince(clock(), MAX_LEAVER_LINK_DAYS)),
    oldSignIns: () => forgetSignIns(db, clock()),
    oldLimits: () => forgetOldLimits(db, clock()),
    readNotifications: () => forgetRead(db, clock() - 365 * DAY),
    roleReview: () => beginRoleReview(db, { now: clock(), timeZone: env.timeZone }),
    gstCodes: async () => void (await judgeUnknownCodes(db)),
    restoreRehearsal: () => rehearseRestore(database, clock, log),
  };
}

/** Runs them, and logs one that fails; answers which did. `around` may pass one over, or leave it for later: false. */
async function runJobs(
  { log }: DailyInput,
  jobs: Jobs,
  around: (job: string, run: () => Promise<void>) => Promise<boolean>,
): Promise<string[]> {
  const failed: string[] = [];
  for (const [job, work] of Object.entries(jobs)) {
    const run = async (): Promise<void> => {
      const removed = await work();
      if (removed) log.info({ job, removed }, 'job done');
    };
    try {
      if (!(await around(job, run))) failed.push(job);
    } catch (error) {
      failed.push(job);
      logFailure(log, job, error);
    }
  }
  return failed;
}

const HOUR = 3_600_000;
/** A night begins an hour before its jobs: clocks differ, and a start just before three does what is due at three. */
const nightOf = ({ clock, env }: DailyInput): string => dayOf(clock() - 2 * HOUR, env.timeZone);

/**
 * Runs what one process does for all, each job once a night (F7). Answers what is to be tried again: what failed, what
 * was left when the connection that holds the others off was lost, or everything while another process is about it.
 */
async function runForAll(input: DailyInput, jobs: Jobs): Promise<string[]> {
  const { database, log } = input;
  const { db } = database;
  const night = nightOf(input);
  try {
    const left = await database.alone('daily jobs', (still) =>
      runJobs(input, jobs, async (job, run) => {
        if (!(await still())) return false;
        if (await wasDone(db, job, night)) return true;
        await run();
        await noteDone(db, job, night);
        return true;
      }),
    );
    return left ?? Object.keys(jobs);
  } catch (error) {
    logFailure(log, 'daily', error);
    return Object.keys(jobs);
  }
}

/**
 * Everything that is done once a day, or `only` those jobs of it. One that fails is logged and does not keep the others
 * from running; answers which are to be tried again. On the embedded database, which has one process, all of it is
 * done whenever it is asked for.
 */
export async function runDaily(input: DailyInput, only?: readonly string[]): Promise<string[]> {
  const asked = (jobs: Jobs): Jobs =>
    only ? Object.fromEntries(Object.entries(jobs).filter(([job]) => only.includes(job))) : jobs;
  const plain = async (_job: string, run: () => Promise<void>): Promise<true> => {
    await run();
    return true;
  };
  const [all, each] = [asked(jobsOfAll(input)), asked(jobsOfEach(input))];
  const shared = input.database.kind === 'postgres' && Object.keys(all).length > 0;
  const failed = shared ? await runForAll(input, all) : await runJobs(input, all, plain);
  return [...failed, ...(await runJobs(input, each, plain))];
}

/** A database that fails over is back in minutes: what it broke off is not left until the next night. */
const AGAIN_AFTER = 600_000;
const MOST_TRIES = 6;

/**
 * Runs `work`, and after ten minutes again what of it failed, up to six times in all; a new run takes the place of what
 * is still to be tried. Answers how to stop, which waits for a running one.
 */
export function startTries(work: (only?: readonly string[]) => Promise<readonly string[]>): {
  run(): void;
  stop(): Promise<void>;
} {
  let running: Promise<void> = Promise.resolve();
  let again: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  const run = (only?: readonly string[], tries = 1): void => {
    clearTimeout(again);
    running = running.then(async () => {
      const failed = stopped ? [] : await work(only);
      if (failed.length === 0 || tries >= MOST_TRIES || stopped) return;
      again = setTimeout(() => run(failed, tries + 1), AGAIN_AFTER);
      again.unref();
    });
  };
  return {
    run: () => run(),
    async stop() {
      stopped = true;
      clearTimeout(again);
      await running;
    },
  };
}

/**
 * The first people are served before the first job runs: on the embedded database each takes the one session there is.
 */
const FIRST_AFTER = 30_000;

/** Runs the jobs soon and every night; answers how to stop, which waits for a running one. */
export function startDaily(input: DailyInput): () => Promise<void> {
  const kept = keepServedBuild(input);
  const tries = startTries((only) => kept.then(() => runDaily(input, only)));
  const first = setTimeout(tries.run, FIRST_AFTER);
  first.unref();
  const stop = startNightly(() => input.env.timeZone, tries.run);
  return async () => {
    clearTimeout(first);
    stop();
    await Promise.all([kept, tries.stop()]);
  };
}
