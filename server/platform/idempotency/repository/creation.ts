import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { KeyedRequest, StoredAnswer } from './keys.ts';
import { ofEach, shared, sharedReads } from '#server/platform/database/together.ts';
import { insertTogether } from './creations.ts';
import { countedWithin, giveBack, type Quota } from '#server/platform/limits/repository.ts';
import type { BillRow } from '#server/platform/files/billRow.ts';

/** What must be known before a claim is made. */
export interface CreationRow {
  /** The manager of this moment, who decides. */
  managerId: string | null;
  managerEmail: string | null;
  managerName: string | null;
  /** The files asked for that the person uploaded. */
  uploads: BillRow[];
  /** What the key was used for already. */
  stored: StoredAnswer | null;
  /** How often the expense policy has been changed: by which versions it is judged. */
  policyVersion: number;
}

/** Who makes something, the files asked for, and the key. */
interface Making {
  personId: string;
  hashes: readonly string[];
  key: string | null;
}

/** What each of them must know, in their order. */
async function creationRows(db: Kysely<Tables>, makings: readonly Making[]): Promise<CreationRow[]> {
  const asked = makings.map((making, item) => ({ ...making, item }));
  const result = await sql<CreationRow & { item: number }>`
    select a.item, p.manager_id as "managerId", m.email as "managerEmail", m.name as "managerName",
      coalesce((
        select json_agg(json_build_object('fingerPrint', f.hash, 'name', u.name, 'size', f.size, 'type', f.type))
        from file_owners u join files f on f.hash = u.file_hash
        where u.person_id = p.id and u.file_hash = any(a.hashes)
      ), '[]'::json) as uploads,
      (select to_json(i) from idempotency i where i.person_id = p.id and i.key = a.key) as stored,
      (select version from policy_state) as "policyVersion"
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (item int, "personId" text, hashes text[], key text)
    join people p on p.id = a."personId" left join people m on m.id = p.manager_id`.execute(db);
  const rows = new Map(result.rows.map(({ item, ...row }) => [item, row]));
  return makings.map((_making, item) => {
    const row = rows.get(item);
    if (!row) throw new Error('The person of a session is not in the directory');
    return row;
  });
}

const creationReader = ofEach('what is known before a creation', (db, failed) =>
  sharedReads((makings: readonly Making[]) => creationRows(db, makings), failed),
);

/**
 * Reads it in one statement, with what others ask for now: each round trip more is paid by every claim that is filed.
 */
export const readCreationRow = (
  db: Kysely<Tables>,
  personId: string,
  hashes: readonly string[],
  key: string | null,
): Promise<CreationRow> => creationReader(db)({ personId, hashes, key });

/** Rows to insert; every row of one table names the same columns. */
export type NewRows = { [Table in keyof Tables]?: readonly object[] };

function inserted(table: string, rows: readonly object[]): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  return sql`${sql.id(`new_${table}`)} as (
    insert into ${sql.table(table)} (${columns}) select ${columns}
    from taken, jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb))`;
}

/** Who makes a record, which manager it was made for, and how many may be made; null: it is not counted. */
interface Maker {
  personId: string;
  managerId: string | null;
  quota: Quota | null;
}

/** A record to be made. */
export interface Insertion {
  maker: Maker;
  /** Null: without a key. */
  request: KeyedRequest | null;
  answer: { body: string; recordId: string };
  rows: NewRows;
  now: number;
}

/**
 * 'taken': the key was taken before; another statement that was still writing it has been waited for. 'full': there are
 * as many as may be made.
 */
export type Inserted = 'written' | 'taken' | 'moved' | 'full';

/**
 * Counts the record, takes the key with its answer and inserts the rows, all in one statement: all of it happens, or
 * nothing. What its key has made already is not counted. 'moved': the maker has another manager by now; a change of
 * that which was under way has been waited for, and none begins before this is written, so that it finds the record and
 * takes it along (ACC-19).
 */
export const insertOnce = (db: Kysely<Tables>, making: Insertion): Promise<Inserted> => insertions(db)(making);

async function insertAlone(db: Kysely<Tables>, { maker, request, answer, rows, now }: Insertion): Promise<Inserted> {
  const { personId, managerId, quota } = maker;
  const held = sql`select 1 from people where id = ${personId} and manager_id is not distinct from ${managerId}::text
    for share`;
  const known = request
    ? sql`select 1 from idempotency where person_id = ${request.personId} and key = ${request.key}`
    : sql`select 1 where false`;
  const unknown = sql`from maker where not exists (select from known)`;
  const counted = quota ? countedWithin(quota, unknown, now) : sql`select 1 ${unknown}`;
  const taken = request
    ? sql`insert into idempotency (person_id, key, method, path, request_hash, status, body, record_id, created_at,
      shortened)
        select ${request.personId}::text, ${request.key}::text, ${request.method}::text, ${request.path}::text,
          ${request.requestHash}::text, 200, ${answer.body}::text, ${answer.recordId}::text, ${now}::bigint, false
          from counted on conflict do nothing returning 1`
    : sql`select 1 from counted`;
  const inserts = Object.entries(rows).map(([table, list]) => inserted(table, list));
  const count = (of: string) => sql`(select count(*) from ${sql.table(of)}) as ${sql.ref(of)}`;
  const result = await sql<Record<'maker' | 'known' | 'counted' | 'taken', number>>`
    with maker as (${held}), known as (${known}), counted as (${counted}), taken as (${taken}), ${sql.join(inserts)}
    select ${sql.join(['maker', 'known', 'counted', 'taken'].map(count))}`.execute(db);
  const [row] = result.rows;
  if (row?.maker !== 1) return 'moved';
  if (row.taken === 1) return 'written';
  if (row.known === 0 && row.counted === 0) return 'full';
  // Its key was taken while its turn to be counted was waited for.
  if (quota && row.counted === 1) await giveBack(db, quota);
  return 'taken';
}

const insertions = ofEach('creations', (db, failed) =>
  shared<Insertion, Inserted>({
    failed,
    alone: (making) => insertAlone(db, making),
    together: async (makings) => {
      const written = await insertTogether(db, makings);
      return makings.map(({ answer }) => (written.has(answer.recordId) ? { answer: 'written' as const } : null));
    },
    // What one person makes is counted one after another.
    apartBy: ({ maker }) => maker.personId,
  }),
);
