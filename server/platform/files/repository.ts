import { sql, type Kysely } from 'kysely';
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

/** Notes, in the transaction that forgets these files, that their bytes go (U3): see removals.ts. */
export const noteRemovals = (tx: Kysely<Tables>, hashes: readonly string[]): Promise<unknown> =>
  sql`insert into file_removals (hash) select unnest(${[...hashes]}::text[]) on conflict do nothing`.execute(tx);

/**
 * Keeps bytes that were to go, in the transaction that writes a row of them, after that row. Waits for a removal that
 * is under way: whether they are in the store is to be asked after this.
 */
export const keepBytes = (tx: Kysely<Tables>, hash: string): Promise<unknown> =>
  tx.deleteFrom('file_removals').where('hash', '=', hash).execute();

/** The next files whose bytes go, by hash. */
export const removalsAfter = async (db: Kysely<Tables>, after: string, most: number): Promise<string[]> =>
  (
    await db.selectFrom('file_removals').select('hash').where('hash', '>', after).orderBy('hash').limit(most).execute()
  ).map(({ hash }) => hash);

/** Locks a removal until the transaction ends; false: it is done, or another process is about it. */
export const lockRemoval = async (tx: Kysely<Tables>, hash: string): Promise<boolean> =>
  (await tx
    .selectFrom('file_removals')
    .select('hash')
    .where('hash', '=', hash)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()) !== undefined;

/** A row tells of these bytes: a build that knew nothing of removals wrote it while they were to go. */
export const isNamed = async (tx: Kysely<Tables>, hash: string): Promise<boolean> => {
  const { rows } = await sql`select 1 from files where hash = ${hash} and place_erased_at is null
    union all select 1 from report_files where file_hash = ${hash}`.execute(tx);
  return rows.length > 0;
};
