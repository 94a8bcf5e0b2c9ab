import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';

/** Rows of the log that lost what they said (RET-5). */

/** Of these rows those that still say something of people, by id, locked. */
export async function lockSaying(
  tx: Kysely<Tables>,
  ids: readonly number[],
): Promise<Selectable<Tables['audit_log']>[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom('audit_log')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .where(sql<boolean>`(before is not null or after is not null or origin <> '')`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Notes that these rows lose their facts, and takes those. */
export async function blank(tx: Kysely<Tables>, covered: readonly Tables['audit_erased'][]): Promise<void> {
  if (covered.length === 0) return;
  await sql`insert into audit_erased select * from
    jsonb_populate_recordset(null::audit_erased, ${JSON.stringify(covered)}::jsonb)`.execute(tx);
  const ids = covered.map((row) => row.audit_id);
  await sql`update audit_log set before = null, after = null, origin = '' where id = any(${ids}::bigint[])`.execute(tx);
}

/** What an erasure says, and the rows that name it. */
export interface StoredErasure {
  erasure_id: string;
  erasure_version: number;
  /** The erasure's own row of the log; null: there is none. */
  audit_id: number | null;
  after: Record<string, unknown> | null;
  rows: { audit_id: number; kept: string }[];
}

/** One erasure, as far as the log is concerned. */
export interface ErasureRun {
  id: string;
  /** Rows of the log that lost what they said. */
  rows: number;
  /** Of its last batch; null: it has no row of the log. */
  at: number | null;
}

/** The newest erasures that took something from the log. */
export async function newestErasures(db: Kysely<Tables>, most: number): Promise<ErasureRun[]> {
  const { rows } = await sql<ErasureRun>`
    select e.erasure_id as id, count(*)::int as rows, max(a.at) as at
    from audit_erased e left join audit_log a on a.record_id = e.erasure_id and a.version = e.erasure_version
    group by e.erasure_id order by max(a.at) desc nulls first, e.erasure_id desc limit ${most}`.execute(db);
  return rows;
}

/** Every erasure, by what the log says and by what the erased rows say. */
export async function* erasures(db: Kysely<Tables>, kind: string): AsyncGenerator<StoredErasure> {
  const { rows: all } = await sql<Omit<StoredErasure, 'rows'>>`
    select coalesce(e.erasure_id, a.record_id) as erasure_id, coalesce(e.erasure_version, a.version) as erasure_version,
      a.id as audit_id, a.after
    from (select distinct erasure_id, erasure_version from audit_erased) e
    full join (select id, record_id, version, after from audit_log where record_kind = ${kind}) a
      on a.record_id = e.erasure_id and a.version = e.erasure_version
    order by 1, 2`.execute(db);
  for (const erasure of all) {
    const rows = await db
      .selectFrom('audit_erased')
      .select(['audit_id', 'kept'])
      .where('erasure_id', '=', erasure.erasure_id)
      .where('erasure_version', '=', erasure.erasure_version)
      .orderBy('audit_id')
      .execute();
    yield { ...erasure, rows };
  }
}
