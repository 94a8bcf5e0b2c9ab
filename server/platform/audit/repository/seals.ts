import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Ids are given out before their rows are committed: so far below the last sealed one a row may still turn up. */
const LATE = 2_000;
/** Key of the lock that lets one process seal at a time. */
const LOCK = 0x5ea1;

export interface Unsealed {
  id: number;
  hash: string;
}

export interface Seal {
  seq: number;
  audit_id: number;
  key_id: string;
  seal: string;
}

export const lockSealing = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);

export const lastSeal = (db: Kysely<Tables>): Promise<Seal | undefined> =>
  db.selectFrom('audit_seals').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst();

/** Rows of the log without a seal, oldest first. */
export async function unsealed(db: Kysely<Tables>, limit: number): Promise<Unsealed[]> {
  const { rows } = await sql<Unsealed>`
    select a.id, a.hash from audit_log a
    where a.id > coalesce((select max(audit_id) from audit_seals), 0) - ${sql.lit(LATE)}
      and not exists (select 1 from audit_seals s where s.audit_id = a.id)
    order by a.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

export const insertSeals = (tx: Kysely<Tables>, seals: readonly Seal[]): Promise<unknown> =>
  tx
    .insertInto('audit_seals')
    .values([...seals])
    .execute();

export type SealedRow = Seal & { record_id: string | null; version: number | null; hash: string | null };

/** Seals after `seq` in their order, each with what its row says now; nulls where the row is gone. */
export const sealsAfter = (db: Kysely<Tables>, seq: number, limit: number): Promise<SealedRow[]> =>
  db
    .selectFrom('audit_seals as s')
    .leftJoin('audit_log as a', 'a.id', 's.audit_id')
    .select(['s.seq', 's.audit_id', 's.key_id', 's.seal', 'a.record_id', 'a.version', 'a.hash'])
    .where('s.seq', '>', seq)
    .orderBy('s.seq')
    .limit(limit)
    .execute();

export interface Overdue {
  id: number;
  record_id: string;
  version: number;
}

/**
 * Rows without a seal that are older than any that may still turn up: nobody has seen them come, and nobody will seal
 * them.
 */
export async function neverSealed(db: Kysely<Tables>, limit: number): Promise<Overdue[]> {
  const { rows } = await sql<Overdue>`
    select a.id, a.record_id, a.version from audit_log a
    where a.id <= (select max(audit_id) from audit_seals) - ${sql.lit(LATE)}
      and not exists (select 1 from audit_seals s where s.audit_id = a.id)
    order by a.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Ids of the keys that have sealed, the one that began last first. */
export async function keysOfSeals(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_seals')
    .select('key_id')
    .groupBy('key_id')
    .orderBy(({ fn }) => fn.min('seq'), 'desc')
    .execute();
  return rows.map(({ key_id: id }) => id);
}

export const countUnsealed = async (db: Kysely<Tables>): Promise<number> =>
  Number(
    (
      await sql<{
        n: number;
      }>`select count(*) as n from audit_log a
        where not exists (select 1 from audit_seals s where s.audit_id = a.id)`.execute(db)
    ).rows[0]?.n ?? 0,
  );
