import type { Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** The next files by hash, but for pictures whose original was erased. */
export const filesAfter = (
  db: Kysely<Tables>,
  after: string,
  most: number,
): Promise<{ hash: string; size: number }[]> =>
  db
    .selectFrom('files')
    .select(['hash', 'size'])
    .where('hash', '>', after)
    .where('place_erased_at', 'is', null)
    .orderBy('hash')
    .limit(most)
    .execute();

/** Keeps what a job last reported. */
export async function keepReport(db: Kysely<Tables>, job: string, at: number, report: string): Promise<void> {
  await db
    .insertInto('job_reports')
    .values({ job, at, report })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ at, report }))
    .execute();
}

export const lastReport = (db: Kysely<Tables>, job: string): Promise<{ at: number; report: unknown } | undefined> =>
  db.selectFrom('job_reports').select(['at', 'report']).where('job', '=', job).executeTakeFirst();
