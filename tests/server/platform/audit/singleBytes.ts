import { sql, type Kysely } from 'kysely';
import { seededRandom, type Random } from '#server/demo/random.ts';
import { appendAudit } from '#server/platform/audit/audit.ts';
import { eraseFacts } from '#server/platform/audit/erasing.ts';
import { publishHeads, readSigner } from '#server/platform/audit/heads.ts';
import { auditKeys, inspectAudit, sealAudit, type AuditHead, type AuditReport } from '#server/platform/audit/seals.ts';
import { lastSeal } from '#server/platform/audit/repository/seals.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { idOf } from '#tests/support/people.ts';
import { NOW, type TestServer } from '#tests/support/server.ts';
import { takenBack, threeRows } from './auditFixtures.ts';

/**
 * Stored history, and one byte of it changed at a time: in any column of any row of the log, its seals, its heads and
 * what was erased of it, by who owns the database.
 */

const KEYS = ['k7Qp2xWz9LmN4vRt8YbC3dFg6HjS1aEu', 'Zr5Tn8Lc2Vx6Bq1Mw4Kp7Hd3Jf9Gs0YaE'];
const keysOn = (db: Kysely<Tables>, from = 0) => auditKeys({ db, keys: [] }, KEYS.slice(from));

/** Claims with their decisions, sign-ins, two erasures, seals of two keys, three heads, and rows that no head holds. */
export async function makeHistory(server: TestServer): Promise<void> {
  const { db } = server.database;
  const signer = await readSigner({ db, keys: server.env.secretsKeys });
  const [employee, manager] = [await server.as('employee'), await server.as('manager')];
  const ids = [await threeRows(employee, manager), await threeRows(employee, manager)];
  await sealAudit(db, await keysOn(db, 1));
  await publishHeads(db, signer, { day: '2026-07-15', now: NOW, tell: async () => undefined });
  for (const [n, id] of ids.entries()) {
    const rows = await db.selectFrom('audit_log').select('id').where('record_id', '=', id).execute();
    const { current } = await keysOn(db);
    const erasure = { recordId: 'ERA1', version: n + 1, at: NOW, actorId: null, action: 'erase', origin: '' };
    await db.transaction().execute((tx) =>
      eraseFacts(
        tx,
        current,
        { ...erasure, after: { kind: 'RECORDS', went: 1 } },
        rows.map((row) => row.id),
      ),
    );
    await server.as('org-admin');
    await sealAudit(db, await keysOn(db));
    await publishHeads(db, signer, { day: `2026-07-1${n + 6}`, now: NOW, tell: async () => undefined });
  }
  await threeRows(employee, manager);
  const look = { recordId: 'VEW1', recordKind: 'view', version: 1, at: NOW, actorId: idOf('manager'), action: 'view' };
  const said = { before: null, after: { what: 'trips' }, origin: '10.0.0.1 phone', requestKey: 'key-of-a-tap' };
  await appendAudit(db, { ...look, ...said }, '');
  await sealAudit(db, await keysOn(db));
}

const TABLES = ['audit_log', 'audit_seals', 'audit_heads', 'audit_erased'] as const;
type Table = (typeof TABLES)[number];
const KEY_OF = { audit_log: 'id', audit_seals: 'seq', audit_heads: 'number', audit_erased: 'audit_id' } as const;

/** Where a byte was changed. */
interface Change {
  table: Table;
  column: string;
  key: string;
  from: string;
  to: string;
}

/** Columns of the four tables with their types, as the database has them: one that is added is tried too. */
async function columnsOf(db: Kysely<Tables>): Promise<{ table: Table; column: string; type: string }[]> {
  const { rows } = await sql<{ table: Table; column: string; type: string }>`
    select table_name as "table", column_name as "column", data_type as "type" from information_schema.columns
    where table_schema = 'public' and table_name = any(${[...TABLES]}::text[]) order by 1, ordinal_position`.execute(
    db,
  );
  return rows;
}

const BYTES = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_:,."{}[] ';

/** Changes one byte somewhere; null: the database would not have it, or it is the same value in another spelling. */
async function changeOne(tx: Kysely<Tables>, columns: Awaited<ReturnType<typeof columnsOf>>, random: Random) {
  const { table, column, type } = random.pick(columns);
  const key = sql.ref(KEY_OF[table]);
  const { rows } = await sql<{ key: string; text: string }>`select ${key}::text as key, ${sql.ref(column)}::text as text
    from ${sql.table(table)} where ${sql.ref(column)}::text <> '' order by ${key}`.execute(tx);
  if (rows.length === 0) return null;
  const row = random.pick(rows);
  const at = random.between(0, row.text.length - 1);
  const byte = random.pick([...BYTES]);
  const to = row.text.slice(0, at) + byte + row.text.slice(at + 1);
  await sql`savepoint byte`.execute(tx);
  try {
    const { rows: changed } = await sql<{ text: string }>`update ${sql.table(table)}
      set ${sql.ref(column)} = ${to}::${sql.raw(type)} where ${key}::text = ${row.key}
      returning ${sql.ref(column)}::text as text`.execute(tx);
    if (changed[0] && changed[0].text !== row.text)
      return { table, column, key: row.key, from: row.text, to: changed[0].text } satisfies Change;
  } catch {
    // No number, no JSON, or the number of another row.
  }
  await sql`rollback to savepoint byte`.execute(tx);
  return null;
}

/** Is the changed row named: by its id, its seal or its head, or of a row's own id, that the row is gone? */
function isLocated({ table, key, column, to }: Change, { faults, unsealed }: AuditReport): boolean {
  if (faults.length === 0 && unsealed === 0) return false;
  const [was, is] = [Number(key), column === KEY_OF[table] ? Number(to) : Number(key)];
  if (table === 'audit_log' || table === 'audit_erased')
    return faults.some(({ auditId }) => auditId === was || auditId === is);
  if (table === 'audit_seals')
    return faults.some(({ seal }) => seal !== null && [was, is, was + 1, is + 1].includes(seal));
  return faults.some(({ reason }) => [was, is, was + 1].some((number) => reason.startsWith(`head ${number} `)));
}

/** Tries so many changes of a byte; answers how often each column was changed, and what was not found and located. */
export async function tryBytes(
  server: TestServer,
  count: number,
  seed: number,
): Promise<{ tried: Map<string, number>; columns: string[]; missed: Change[] }> {
  const { db } = server.database;
  const columns = await columnsOf(db);
  const random = seededRandom(seed);
  const head = await lastSeal(db);
  const heads: AuditHead[] = [{ day: '2026-07-18', seq: head?.seq ?? 0, seal: head?.seal ?? '' }];
  const keys = await keysOn(db);
  const tried = new Map<string, number>();
  const missed: Change[] = [];
  await takenBack(db, async (tx) => {
    await sql`alter table audit_log alter column id drop identity`.execute(tx);
    for (const [table, name] of [
      ['audit_log', 'audit_log_actor_id_fkey'],
      ['audit_log', 'audit_log_on_behalf_of_fkey'],
    ] as const)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(tx);
    for (let done = 0; done < count;) {
      const change = await changeOne(tx, columns, random);
      if (!change) continue;
      done += 1;
      const name = `${change.table}.${change.column}`;
      tried.set(name, (tried.get(name) ?? 0) + 1);
      if (!isLocated(change, await inspectAudit(tx, keys, heads, 1_000))) missed.push(change);
      await sql`rollback to savepoint byte`.execute(tx);
    }
  });
  return { tried, columns: columns.map(({ table, column }) => `${table}.${column}`), missed };
}

/** A whole history: nothing differs before anything was changed. */
export const faultsBefore = async (server: TestServer): Promise<AuditReport> =>
  inspectAudit(server.database.db, await keysOn(server.database.db), []);
