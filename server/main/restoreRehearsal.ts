import type { Database } from '#server/platform/database/database.ts';
import { keepReport, lastReport } from '#server/platform/files/repository.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Kysely } from 'kysely';

const JOB = 'restoreRehearsal';

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** How the last rehearsal went. */
export interface RestoreReport {
  /** Epoch milliseconds. */
  at: number;
  ok: boolean;
}

/**
 * Restores the newest backup of the embedded database into a scratch folder and keeps how that went: a backup that
 * nobody has restored is a hope.
 */
export async function rehearseRestore({ db, backups }: Database, clock: () => number, log: Log): Promise<void> {
  const begun = performance.now();
  try {
    const backup = await backups?.rehearse();
    if (!backup) return;
    log.info({ job: JOB, backup, millis: Math.round(performance.now() - begun) }, 'a restore was rehearsed');
    await keepReport(db, JOB, clock(), JSON.stringify({ ok: true }));
  } catch (error) {
    // Its message names the backup and the reason, and nothing of what people entered.
    log.error({ job: JOB, reason: (error as Error).message }, 'a restore was rehearsed and failed');
    await keepReport(db, JOB, clock(), JSON.stringify({ ok: false }));
  }
}

/** The last rehearsal; null before the first. */
export async function lastRehearsal(db: Kysely<Tables>): Promise<RestoreReport | null> {
  const row = await lastReport(db, JOB);
  return row ? { at: row.at, ok: (row.report as { ok: boolean }).ok } : null;
}
