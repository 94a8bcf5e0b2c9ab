import { sql, type Kysely } from 'kysely';
import { LEAVER_LINK } from '#domain/leaver.ts';
import { onlyReads } from '#server/platform/database/serverCheck.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { queueMailsOnce } from '#server/platform/mail/repository.ts';

/** The start of this epoch of the database, in milliseconds; undefined when no server has seen it yet. */
export const epochStart = async (db: Kysely<Tables>, life: string): Promise<number | undefined> =>
  (await db.selectFrom('lives').select('since').where('life', '=', life).executeTakeFirst())?.since;

export interface StartedEpoch {
  since: number;
  ended: { sessions: number; keys: number } | null;
}

/** False where another server has recorded it. */
async function recordEpoch(tx: Kysely<Tables>, life: string, since: number): Promise<boolean> {
  const row = tx.insertInto('lives').values({ life, since });
  const { numInsertedOrUpdatedRows } = await row.onConflict((conflict) => conflict.doNothing()).executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Links that were used or ended since may be good again: those of an operator end, whoever has left gets a new one by
 * mail, as what waits on their phone is sent by it alone (ORG-41).
 */
async function endLinks(tx: Kysely<Tables>, restored: number, now: number): Promise<void> {
  await tx.deleteFrom('setup_links').where('created_at', '<', restored).execute();
  const mailed = tx.updateTable('leaver_links').set({ token_hashes: [] }).where('left_at', '<', restored);
  const leavers = await mailed
    .where(sql<boolean>`token_hashes <> '{}'`)
    .returning('person_id')
    .execute();
  const people = leavers.map((row) => row.person_id);
  await queueMailsOnce(tx, LEAVER_LINK, people, now);
}

export interface EpochStart {
  /** What is older ends. */
  since: number;
  /** When the data were put back, as far as it is known: operators make links before a server has started. */
  restored: number;
  now: number;
}

/**
 * Records a new epoch, and ends what the restored data may have brought back: sessions, codes, keys and links that had
 * been ended since (S14). Servers that start at the same time agree on one. Returns the start of the epoch, and to the
 * first server how many it ended.
 */
export async function startEpoch(
  tx: Kysely<Tables>,
  life: string,
  { since, restored, now }: EpochStart,
): Promise<StartedEpoch> {
  let ended = null;
  if (await recordEpoch(tx, life, since)) {
    const end = async (table: 'sessions' | 'api_keys'): Promise<number> => {
      const living = tx.updateTable(table).set({ ended_at: now }).where('ended_at', 'is', null);
      return Number((await living.where('created_at', '<', since).executeTakeFirst()).numUpdatedRows);
    };
    ended = { sessions: await end('sessions'), keys: await end('api_keys') };
    await tx.deleteFrom('sign_in_requests').where('asked_at', '<', since).execute();
    await tx.deleteFrom('oidc_sign_ins').execute();
    await endLinks(tx, restored, now);
  }
  return { since: (await epochStart(tx, life)) ?? since, ended };
}

/** Records an epoch that ends nothing: `since` is that of the one before. Returns the start that is on record. */
export async function continueEpoch(tx: Kysely<Tables>, life: string, since: number): Promise<number> {
  await recordEpoch(tx, life, since);
  return (await epochStart(tx, life)) ?? since;
}

/** Lets this transaction commit while the synchronous standbys of a PostgreSQL server are away. */
export const waitForNoStandby = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`set local synchronous_commit = local`.execute(tx);

/** Whether a server has seen any epoch of this database. */
export const hasKnownEpoch = async (db: Kysely<Tables>): Promise<boolean> =>
  (await sql<{ found: boolean }>`select exists (select 1 from lives) as found`.execute(db)).rows[0]?.found === true;

/** The newest row of the audit log that is there. */
export interface AuditMark {
  id: number;
  hash: string;
}

/** What distinguishes this database from another, from a restored one, and its tables from others. */
export interface Identity {
  system: string;
  timeline: number;
  base: string;
  /** Of its tables. */
  made: string;
  /** What is acknowledged is on disk on a standby too. */
  synchronous: boolean;
  mark: AuditMark | null;
}

/**
 * The timeline is that of the server's log: the one of its last checkpoint lags behind a promotion. Rejects on a
 * standby (25006): a connection to it would outlive its promotion, and nobody would look again.
 */
export async function identityOf(db: Kysely<Tables>): Promise<Identity> {
  const { rows } = await sql<Omit<Identity, 'timeline'> & { timeline: number | null }>`
    select (select system_identifier from pg_control_system())::text as system,
      case when not pg_is_in_recovery()
        then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline,
      (select oid from pg_database where datname = current_database())::text as base,
      'sessions'::regclass::oid::text as made,
      current_setting('synchronous_standby_names') <> ''
        and current_setting('synchronous_commit') in ('on', 'remote_apply') as synchronous,
      (select json_build_object('id', id, 'hash', hash) from audit_log order by id desc limit 1) as mark`.execute(db);
  const [identity] = rows;
  if (!identity) throw new Error('The database does not say which it is.');
  const { timeline } = identity;
  if (timeline === null) throw onlyReads();
  return { ...identity, timeline };
}

/** Whether that row of the audit log is there: with it is all that was committed before it. */
export const hasMark = async (db: Kysely<Tables>, { id, hash }: AuditMark): Promise<boolean> =>
  (await db.selectFrom('audit_log').select('id').where('id', '=', id).where('hash', '=', hash).executeTakeFirst()) !==
  undefined;
