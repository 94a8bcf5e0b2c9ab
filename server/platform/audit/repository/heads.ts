import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { AuditHeadsTable } from '#server/platform/database/tables/auditTables.ts';

/** Key of the lock that lets one process publish at a time. */
const LOCK = 0x4ead;

export const lockHeads = (tx: Kysely<Tables>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);

export const lastHead = (db: Kysely<Tables>): Promise<AuditHeadsTable | undefined> =>
  db.selectFrom('audit_heads').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirst();

/** Heads from this number on, in their order. */
export const headsFrom = (db: Kysely<Tables>, number: number): Promise<AuditHeadsTable[]> =>
  db.selectFrom('audit_heads').selectAll().where('number', '>=', number).orderBy('number').execute();

export const insertHead = (tx: Kysely<Tables>, head: AuditHeadsTable): Promise<unknown> =>
  tx.insertInto('audit_heads').values(head).execute();

/** What is sealed from one number to another, both included, in order. */
export async function sealedBetween(
  db: Kysely<Tables>,
  from: number,
  to: number,
): Promise<{ seq: number; audit_id: number; hash: string; seal: string }[]> {
  const { rows } = await sql<{ seq: number; audit_id: number; hash: string; seal: string }>`
    select s.seq, s.audit_id, coalesce(a.hash, '') as hash, s.seal
    from audit_seals s left join audit_log a on a.id = s.audit_id
    where s.seq between ${from} and ${to} order by s.seq`.execute(db);
  return rows;
}

/** The number of each row's seal, by the row's id. */
export async function sealNumbers(db: Kysely<Tables>, auditIds: readonly number[]): Promise<Map<number, number>> {
  if (auditIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_seals')
    .select(['audit_id', 'seq'])
    .where('audit_id', 'in', [...auditIds])
    .execute();
  return new Map(rows.map((row) => [row.audit_id, row.seq]));
}
