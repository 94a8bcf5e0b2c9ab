import { sql, type Kysely, type Selectable } from 'kysely';
import type { TallyStatus } from '#contract/tally.ts';
import type { Day } from '#domain/dates.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { TallyBatchesTable } from '#server/platform/database/tables/tallyTables.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { VoucherColumns } from './vouchers.ts';
import { all, type Condition, type DayRange } from '#server/platform/database/conditions.ts';

/** Batches of vouchers for the accounts. */

/** A batch with the names around it. */
export interface BatchRow extends Selectable<TallyBatchesTable> {
  creator_email: string;
  creator_name: string;
  exporter_email: string | null;
  exporter_name: string | null;
}

const batchColumns = sql`b.*, c.email as creator_email, c.name as creator_name, e.email as exporter_email,
  e.name as exporter_name`;
const batchJoins = sql`join people c on c.id = b.created_by left join people e on e.id = b.exported_by`;

/** A batch by its id; `lock` keeps everybody else from changing it until the transaction ends. */
export async function batchById(tx: Kysely<Tables>, id: string, lock: boolean): Promise<BatchRow | undefined> {
  if (lock) await lockRows(tx, 'tally_batches', [id]);
  return (await sql<BatchRow>`select ${batchColumns} from tally_batches b ${batchJoins} where b.id = ${id}`.execute(tx))
    .rows[0];
}

export const batchByKey = (tx: Kysely<Tables>, personId: string, key: string): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('tally_batches')
    .select('id')
    .where('created_by', '=', personId)
    .where('creation_key', '=', key)
    .executeTakeFirst();

export interface BatchSearch {
  statuses?: readonly TallyStatus[] | undefined;
  kinds?: readonly number[] | undefined;
  /** Batches whose period touches these days. */
  days?: DayRange | undefined;
  limit: number;
  offset: number;
}

/** One page of batches, newest first, and how many there are. */
export async function searchBatches(
  db: Kysely<Tables>,
  { statuses, kinds, days, limit, offset }: BatchSearch,
): Promise<{ rows: BatchRow[]; total: number }> {
  const conditions: Condition[] = [];
  if (statuses) conditions.push(sql`b.status = any(${statuses}::text[])`);
  if (kinds)
    conditions.push(
      sql`exists (select 1 from tally_vouchers v where v.batch_id = b.id and v.kind = any(${kinds}::int[]))`,
    );
  if (days?.from) conditions.push(sql`b.to_day >= ${days.from}`);
  if (days?.to) conditions.push(sql`b.from_day <= ${days.to}`);
  const where = conditions.length === 0 ? sql`true` : all(conditions);
  const { rows } = await sql<BatchRow & { total: number; id: string | null }>`
    with totals as (select count(*) as total from tally_batches b where ${where}),
    page as (select b.* from tally_batches b where ${where} order by b.created_at desc, b.id desc
      limit ${limit} offset ${offset})
    select totals.total, ${batchColumns} from totals left join page b on true left join people c on c.id = b.created_by
    left join people e on e.id = b.exported_by order by b.created_at desc, b.id desc`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
}

/**
 * Keeps everybody else from changing a batch: its claims first, in the order of their ids, as everything that changes a
 * claim does, then the batch. Answers it; undefined when there is none.
 */
export async function lockBatch(tx: Kysely<Tables>, id: string): Promise<BatchRow | undefined> {
  await sql`select c.id from claims c where c.tally_batch_id = ${id} order by c.id for update`.execute(tx);
  return batchById(tx, id, true);
}

const AT_ONCE = 500;

/** Rows of one table in one statement, whatever their number. */
async function insertRows(
  tx: Kysely<Tables>,
  table: 'tally_batches' | 'tally_vouchers',
  rows: readonly object[],
): Promise<void> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
}

/** Writes a batch and its vouchers, and their status on their claims. */
export async function insertBatch(
  tx: Kysely<Tables>,
  batch: Selectable<TallyBatchesTable>,
  vouchers: readonly VoucherColumns[],
): Promise<void> {
  await insertRows(tx, 'tally_batches', [batch]);
  // A part at a time: one text of thousands of vouchers takes the main thread a while to write.
  for (let at = 0; at < vouchers.length; at += AT_ONCE)
    await insertRows(tx, 'tally_vouchers', vouchers.slice(at, at + AT_ONCE));
  await tx
    .updateTable('claims')
    .set({ tally_batch_id: batch.id, tally_status: batch.status })
    .where('id', 'in', sql<string>`(select claim_id from tally_vouchers where batch_id = ${batch.id})`)
    .execute();
}

/** What a batch's vouchers come to: by status, in all, and from when to when. */
export interface BatchSums {
  status: TallyStatus;
  vouchers: number;
  amount: number;
  from_day: Day;
  to_day: Day;
  kinds: number[];
}

export async function sumsOf(tx: Kysely<Tables>, batchId: string): Promise<BatchSums[]> {
  const { rows } = await sql<BatchSums>`
    select status, count(*)::int as vouchers, sum(amount)::bigint as amount, min(day) as from_day, max(day) as to_day,
      array_agg(distinct kind::int) as kinds
    from tally_vouchers where batch_id = ${batchId} group by status`.execute(tx);
  return rows;
}

export type BatchChanges = Partial<Selectable<TallyBatchesTable>>;

export async function updateBatch(tx: Kysely<Tables>, id: string, changes: BatchChanges): Promise<void> {
  await tx.updateTable('tally_batches').set(changes).where('id', '=', id).execute();
}
