import { sql } from 'kysely';
import type { Database } from '#server/database/open.ts';
import type { FileStore } from '#server/files/store.ts';
import { forgetOldLimits } from '#server/repositories/limits.ts';
import { keepBuild, pruneBuilds } from '#server/site/oldBuilds.ts';
import { forgetOldAnswers, removeDeadSessions, removeOrphanFiles } from './retention.ts';

export interface DailyInput {
  database: Database;
  files: FileStore;
  dataDir: string;
  clientDir: string;
  /** Epoch milliseconds. */
  clock: () => number;
  log: { info(facts: object, message: string): void; error(facts: object, message: string): void };
}

const DAY = 86_400_000;

/** Everything that is done once a day. One that fails is logged and does not keep the others from running. */
export async function runDaily(input: DailyInput): Promise<void> {
  const { database, files, dataDir, clientDir, clock, log } = input;
  const { db } = database;
  const jobs: Record<string, () => Promise<number | void>> = {
    orphanFiles: () => removeOrphanFiles(db, files, clock()),
    oldAnswers: () => forgetOldAnswers(db, clock()),
    deadSessions: () => removeDeadSessions(db, clock()),
    oldLimits: () => forgetOldLimits(db, clock()),
    builds: async () => {
      await keepBuild(clientDir, dataDir, clock());
      return pruneBuilds(dataDir, clock());
    },
  };
  for (const [job, work] of Object.entries(jobs)) {
    try {
      const removed = await work();
      if (removed) log.info({ job, removed }, 'job done');
    } catch (error) {
      log.error({ job, kind: error instanceof Error ? error.name : typeof error, code: (error as { code?: unknown } | null)?.code }, 'job failed');
    }
  }
  // The planner's figures, for tables that grew.
  await sql`analyze`.execute(db).catch(() => undefined);
}

/** Runs the jobs now and once a day; answers how to stop, which waits for a running one. */
export function startDaily(input: DailyInput): () => Promise<void> {
  let running = Promise.resolve();
  const run = (): void => {
    running = running.then(() => runDaily(input));
  };
  const timer = setInterval(run, DAY);
  timer.unref();
  run();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
