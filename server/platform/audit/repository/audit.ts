import { sql, type Kysely, type Insertable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { MAX_HISTORY_ROWS } from '#contract/limits.ts';

/** Each record's newest audit row, to chain the next one to. */
export async function lastAuditLinks(
  tx: Kysely<Tables>,
  recordIds: readonly string[],
): Promise<Map<string, { hash: string; version: number }>> {
  if (recordIds.length === 0) return new Map();
  const result = await sql<{ record_id: string; hash: string; version: number }>`
    select distinct on (record_id) record_id, hash, version from audit_log
    where record_id = any(${recordIds}::text[]) order by record_id, version desc`.execute(tx);
  return new Map(result.rows.map(({ record_id, hash, version }) => [record_id, { hash, version }]));
}

/** The hash of each record's newest audit row. */
export async function lastAuditHashes(tx: Kysely<Tables>, recordIds: readonly string[]): Promise<Map<string, string>> {
  const links = await lastAuditLinks(tx, recordIds);
  return new Map([...links].map(([id, { hash }]) => [id, hash]));
}

export interface LoggedRow {
  at: number;
  by: string;
  onBehalfOf: string | null;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Who changes people, and with them what waits for a manager, without being one of them. */
const PROVIDER = 'Identity provider';

/**
 * The newest audit rows of a record and of the enquiries about it, newest first, at most MAX_HISTORY_ROWS, and whether
 * there are more (S3); where a change came from stays in the log.
 */
export async function logOf(db: Kysely<Tables>, recordId: string): Promise<{ rows: LoggedRow[]; more: boolean }> {
  const result = await sql<LoggedRow>`
    select a.at, coalesce(p.name, ${PROVIDER}) as by, f.name as "onBehalfOf", a.action, a.before, a.after
    from audit_log a left join people p on p.id = a.actor_id left join people f on f.id = a.on_behalf_of
    where a.record_id = ${recordId}
      or a.record_id = any(array(select e.id from enquiries e where e.record_id = ${recordId}))
    order by a.at desc, a.id desc limit ${sql.lit(MAX_HISTORY_ROWS + 1)}`.execute(db);
  return { rows: result.rows.slice(0, MAX_HISTORY_ROWS), more: result.rows.length > MAX_HISTORY_ROWS };
}

export async function insertRows(tx: Kysely<Tables>, rows: readonly Insertable<Tables['audit_log']>[]): Promise<void> {
  await tx.insertInto('audit_log').values(rows).execute();
}

/** The same of many rows, as one parameter in place of thirteen a row. Their texts were checked before. */
export async function insertManyRows(tx: Kysely<Tables>, rows: readonly object[]): Promise<void> {
  const columns = sql`record_id, record_kind, version, at, actor_id, on_behalf_of, action, before, after, origin,
    request_key, previous_hash, hash`;
  await sql`insert into audit_log (${columns}) select ${columns}
    from jsonb_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

/** The next records of which there are rows, by id. */
export const nextRecords = async (db: Kysely<Tables>, after: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('audit_log')
      .select('record_id')
      .distinct()
      .where('record_id', '>', after)
      .orderBy('record_id')
      .limit(most)
      .execute()
  ).map((row) => row.record_id);

const inChains = (db: Kysely<Tables>, recordIds: readonly string[]) =>
  db
    .selectFrom('audit_log')
    .selectAll('audit_log')
    .where('record_id', 'in', recordIds)
    .orderBy('record_id')
    .orderBy('version');

/** Rows of these records in the order of their chains. */
export const rowsOf = (db: Kysely<Tables>, recordIds: readonly string[]) => inChains(db, recordIds).execute();

/** The same, with the digest of what stays of those whose facts were erased. */
export const rowsWithErased = (db: Kysely<Tables>, recordIds: readonly string[]) =>
  inChains(db, recordIds)
    .leftJoin('audit_erased', 'audit_erased.audit_id', 'audit_log.id')
    .select('audit_erased.kept')
    .execute();

/** The version that each of these records has now, of whatever kind it is. */
export async function versionsOf(db: Kysely<Tables>, ids: readonly string[]): Promise<Map<string, number>> {
  const records = db
    .selectFrom('claims')
    .select(['id', 'version'])
    .where('id', 'in', ids)
    .unionAll(db.selectFrom('trips').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('enquiries').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('delegations').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('campaigns').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('tally_batches').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('ledger_mapping').select(['id', 'version']).where('id', 'in', ids))
    .unionAll(db.selectFrom('policy_state').select(['id', 'version']).where('id', 'in', ids));
  return new Map((await records.execute()).map((row) => [row.id, row.version]));
}

/** Whose screens a person looked at in the last hour, by the audit log. */
export async function viewsOfLastHour(db: Kysely<Tables>, actorId: string, now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('audit_log')
    .select('on_behalf_of')
    .distinct()
    .where('actor_id', '=', actorId)
    .where('action', '=', 'view')
    .where('at', '>', now - 3_600_000)
    .execute();
  return new Set(rows.map((row) => row.on_behalf_of ?? ''));
}
