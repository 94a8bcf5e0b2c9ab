import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import { all, type Condition } from '#server/platform/database/conditions.ts';

/** What the log is narrowed by. Every condition given must hold. */
export interface AuditSearch {
  /** Did it, had it done for them, or is whom the row is about. */
  personId?: string | undefined;
  recordId?: string | undefined;
  /** Kinds of record, and of a kind the actions wanted; null: all. */
  kinds?: readonly { kind: string; actions: readonly string[] | null }[] | undefined;
  /** Epoch milliseconds, both included. */
  from: number | null;
  to: number | null;
}

export interface AuditLogRow {
  id: number;
  at: number;
  by: string | null;
  by_email: string | null;
  on_behalf_of: string | null;
  action: string;
  record_kind: string;
  record_id: string;
  version: number;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  origin: string;
}

/** The list goes no further back: whoever wants more narrows it, or takes the file (AUD-20). */
const MAX_AUDIT_LISTED = 10_000;
/** A row that says more than this says nothing beside its action in lists: campaigns have hundreds of texts. */
const LONG = 20_000;

const ORDER = sql`a.at desc, a.id desc`;
const short = (column: Condition): Condition =>
  sql`case when pg_column_size(${column}) <= ${sql.lit(LONG)} then ${column} end`;
const columns = sql`a.id, a.at, p.name as by, p.email as by_email, f.name as on_behalf_of, a.action, a.record_kind,
  a.record_id, a.version, a.origin`;
const joins = sql`left join people p on p.id = a.actor_id left join people f on f.id = a.on_behalf_of`;

interface Key {
  at: number;
  id: number;
}

function kindConditions(search: AuditSearch, withKinds: boolean): Condition[] {
  const { kinds } = search;
  if (!kinds || !withKinds) return [];
  const each = kinds.map(({ kind, actions }) =>
    actions === null
      ? sql`a.record_kind = ${kind}`
      : sql`(a.record_kind = ${kind} and a.action = any(${[...actions]}::text[]))`,
  );
  return [each.length === 0 ? sql`false` : sql`(${sql.join(each, sql` or `)})`];
}

/** The newest rows that fit, by the indexes that give their order, as (at, id). */
function keysOf(search: AuditSearch, after: Key | null, most: number): Condition {
  const rest = [
    ...(search.from === null ? [] : [sql`a.at >= ${search.from}`]),
    ...(search.to === null ? [] : [sql`a.at <= ${search.to}`]),
    ...(after === null ? [] : [sql`(a.at, a.id) < (${after.at}::bigint, ${after.id}::bigint)`]),
  ];
  const walk = (own: readonly Condition[], withKinds = true): Condition => {
    const conditions = [...own, ...rest, ...kindConditions(search, withKinds)];
    const where = conditions.length === 0 ? sql`` : sql`where ${all(conditions)}`;
    return sql`(select a.at, a.id from audit_log a ${where} order by ${ORDER} limit ${most})`;
  };
  const union = (walks: readonly Condition[]): Condition =>
    walks.length === 1 ? sql`${walks[0]}` : sql`(select * from (${sql.join([...walks], sql` union `)}) w)`;
  const { recordId, personId, kinds } = search;
  const person =
    personId === undefined
      ? []
      : [
          sql`(a.actor_id = ${personId} or a.on_behalf_of = ${personId}
      or a.record_id = ${personId})`,
        ];
  if (recordId !== undefined) return walk([sql`a.record_id = ${recordId}`, ...person]);
  if (personId !== undefined)
    return union([
      walk([sql`a.actor_id = ${personId}`]),
      walk([sql`a.on_behalf_of = ${personId}`]),
      walk([sql`a.record_id = ${personId}`]),
    ]);
  if (!kinds || kinds.length === 0) return walk([]);
  return union(
    kinds.map(({ kind, actions }) =>
      walk(
        [sql`a.record_kind = ${kind}`, ...(actions === null ? [] : [sql`a.action = any(${[...actions]}::text[])`])],
        false,
      ),
    ),
  );
}

/** Rows of the log, newest first, after a place of it. */
export const auditPage = (search: AuditSearch, after: Key | null, limit: number, offset: number) => sql<AuditLogRow>`
  select ${columns}, ${short(sql`a.before`)} as before, ${short(sql`a.after`)} as after
  from (select k.at, k.id from ${keysOf(search, after, limit + offset)} k
    order by k.at desc, k.id desc limit ${limit} offset ${offset}) k
  join audit_log a on a.id = k.id ${joins} order by ${ORDER}`;

/** A page of the log, newest first, and how many rows the filters select, at most MAX_AUDIT_LISTED. */
export async function searchAudit(
  db: Kysely<Tables>,
  search: AuditSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: AuditLogRow[]; total: number }> {
  const wanted = Math.max(0, Math.min(limit, MAX_AUDIT_LISTED - offset));
  const { rows } = wanted === 0 ? { rows: [] } : await auditPage(search, null, wanted, offset).execute(db);
  const counted = await sql<{ n: number }>`select count(*)::int as n from
    (select 1 from ${keysOf(search, null, MAX_AUDIT_LISTED)} k limit ${sql.lit(MAX_AUDIT_LISTED)}) c`.execute(db);
  return { rows, total: counted.rows[0]?.n ?? 0 };
}

const FIRST = 200;
const BATCH = 1_000;

/**
 * All rows that fit, newest first, some hundred at a time. Between two statements the connection is free for everybody
 * else; rows that are written meanwhile are newer than the first and left out.
 */
export async function* auditRows(db: Kysely<Tables>, search: AuditSearch): AsyncGenerator<AuditLogRow[]> {
  let after: Key | null = null;
  for (let count = FIRST; ; count = BATCH) {
    const { rows }: { rows: AuditLogRow[] } = await auditPage(search, after, count, 0).execute(db);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < count) return;
    after = { at: last.at, id: last.id };
  }
}

export interface WholeAuditRow extends AuditLogRow {
  hash: string;
  previous_hash: string;
  seal: number | null;
  erased_at: number | null;
}

/** One row whole. */
export async function auditById(db: Kysely<Tables>, id: number): Promise<WholeAuditRow | undefined> {
  const { rows } = await sql<WholeAuditRow>`
    select ${columns}, a.before, a.after, a.hash, a.previous_hash, s.seq as seal,
      x.at as erased_at
    from audit_log a ${joins} left join audit_seals s on s.audit_id = a.id
    left join audit_erased e on e.audit_id = a.id
    left join audit_log x on x.record_id = e.erasure_id and x.version = e.erasure_version where a.id = ${id}`.execute(
    db,
  );
  return rows[0];
}
