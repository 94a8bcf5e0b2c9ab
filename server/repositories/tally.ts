import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { TALLY_STATUSES } from '#contract/enums.ts';
import type { TallyStatus } from '#contract/tally.ts';
import type { Day } from '#domain/dates.ts';
import { afterFinanceDecision } from '#domain/approval.ts';
import { isExported, VOUCHER } from '#domain/tally.ts';
import type { Tables } from '#server/database/tables.ts';
import type { TallyBatchesTable, TallyVouchersTable } from '#server/database/tallyTables.ts';
import type { DayRange, MomentRange } from './claimConditions.ts';
import { lockRows } from './locks.ts';

type Condition = RawBuilder<unknown>;
const all = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `);

/** A batch with the names around it. */
export interface BatchRow extends Selectable<TallyBatchesTable> {
  creator_email: string;
  creator_name: string;
  exporter_email: string | null;
  exporter_name: string | null;
}

const batchColumns = sql`b.*, c.email as creator_email, c.name as creator_name, e.email as exporter_email, e.name as exporter_name`;
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
  const where = all(conditions);
  const { rows } = await sql<BatchRow & { total: number; id: string | null }>`
    with totals as (select count(*) as total from tally_batches b where ${where}),
    page as (select b.* from tally_batches b where ${where} order by b.created_at desc, b.id desc limit ${limit} offset ${offset})
    select totals.total, ${batchColumns} from totals left join page b on true left join people c on c.id = b.created_by left join people e on e.id = b.exported_by order by b.created_at desc, b.id desc`.execute(
    db,
  );
  return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** A claim as it goes to the accounts. */
export interface BookedClaim {
  id: string;
  kind: number;
  type: string;
  expense_date: Day;
  remarks: string | null;
  finance_status: string;
  finance_amount: number | null;
  finance_decided_at: number | null;
  withdrawn_at: number | null;
  tally_batch_id: string | null;
  owner_id: string;
  manager_decided_by: string | null;
  finance_decided_by: string | null;
  owner_name: string;
  owner_email: string;
  owner_code: string;
  cost_centre: string;
}

export const bookedColumns = sql`c.id, c.kind, c.type, c.expense_date, c.remarks, c.finance_status, c.finance_amount, c.finance_decided_at, c.withdrawn_at, c.tally_batch_id,
  c.owner_id, c.manager_decided_by, c.finance_decided_by, p.name as owner_name, p.email as owner_email, p.employee_code as owner_code, p.cost_centre`;

/** Claims by id, locked in the order of their ids. */
export async function claimsToBook(tx: Kysely<Tables>, ids: readonly string[]): Promise<BookedClaim[]> {
  if (ids.length === 0) return [];
  await lockRows(tx, 'claims', ids);
  return (
    await sql<BookedClaim>`select ${bookedColumns} from claims c join people p on p.id = c.owner_id where c.id = any(${ids}::text[]) order by c.id`.execute(
      tx,
    )
  ).rows;
}

export interface CandidateSearch {
  kinds?: readonly number[] | undefined;
  names?: readonly string[] | undefined;
  emails?: readonly string[] | undefined;
  codes?: readonly string[] | undefined;
  days?: DayRange | undefined;
  decided?: MomentRange | undefined;
  byEmployeeCode: boolean;
  limit: number;
  offset: number;
}

const whole = (column: string, values: readonly string[] | undefined): Condition[] =>
  values ? [sql`lower(p.${sql.ref(column)}) = any(select lower(v) from unnest(${values}::text[]) as v)`] : [];
const peopleConditions = ({
  names,
  emails,
  codes,
}: Pick<CandidateSearch, 'names' | 'emails' | 'codes'>): Condition[] => [
  ...whole('name', names),
  ...whole('email', emails),
  ...whole('employee_code', codes),
];

/** What the index of candidates holds; the status stands in the statement's text, or the index would not be taken. */
export const CANDIDATE = sql`c.finance_status = ${sql.lit(afterFinanceDecision(true))} and c.tally_batch_id is null and c.withdrawn_at is null`;

function candidateConditions({
  kinds,
  days,
  decided,
  ...people
}: Omit<CandidateSearch, 'limit' | 'offset' | 'byEmployeeCode'>): Condition[] {
  const conditions = [CANDIDATE];
  if (kinds) conditions.push(sql`c.kind = any(${kinds}::int[])`);
  if (days?.from) conditions.push(sql`c.expense_date >= ${days.from}`);
  if (days?.to) conditions.push(sql`c.expense_date <= ${days.to}`);
  if (decided && decided.from !== null) conditions.push(sql`c.finance_decided_at >= ${decided.from}`);
  if (decided && decided.to !== null) conditions.push(sql`c.finance_decided_at <= ${decided.to}`);
  const owners = peopleConditions(people);
  if (owners.length > 0) conditions.push(sql`c.owner_id in (select p.id from people p where ${all(owners)})`);
  return conditions;
}

/** One page of what finance approved and no batch has, the last approved first, and how many there are. */
export async function searchCandidates(
  db: Kysely<Tables>,
  search: CandidateSearch,
): Promise<{ rows: BookedClaim[]; total: number }> {
  const where = all(candidateConditions(search));
  const order = search.byEmployeeCode
    ? sql`p.employee_code, c.finance_decided_at desc, c.id desc`
    : sql`c.finance_decided_at desc, c.id desc`;
  const { rows } = await sql<BookedClaim & { total: number; id: string | null }>`
    with totals as (select count(*) as total from claims c where ${where}),
    page as (select ${bookedColumns} from claims c join people p on p.id = c.owner_id where ${where} order by ${order} limit ${search.limit} offset ${search.offset})
    select * from totals left join page c on true order by ${search.byEmployeeCode ? sql`c.owner_code, ` : sql``} c.finance_decided_at desc, c.id desc`.execute(
    db,
  );
  return { rows: rows.filter((row) => row.id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** The ids of all that these filters select, the first approved first. */
export async function candidateIds(
  db: Kysely<Tables>,
  search: Omit<CandidateSearch, 'limit' | 'offset' | 'byEmployeeCode'>,
  most: number,
): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select c.id from claims c where ${all(candidateConditions(search))} order by c.finance_decided_at, c.id limit ${most}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export type VoucherColumns = Selectable<TallyVouchersTable>;

/** A voucher with its claim and who raised it. */
export interface VoucherRow extends VoucherColumns {
  expense_date: Day;
  owner_id: string;
  manager_decided_by: string | null;
  finance_decided_by: string | null;
  owner_name: string;
  owner_email: string;
  owner_code: string;
  owner_cost_centre: string;
}

const voucherColumns = sql`v.*, c.expense_date, c.owner_id, c.manager_decided_by, c.finance_decided_by, p.name as owner_name, p.email as owner_email, p.employee_code as owner_code, p.cost_centre as owner_cost_centre`;
const voucherJoins = sql`join claims c on c.id = v.claim_id join people p on p.id = c.owner_id`;

export interface VoucherSearch extends Pick<CandidateSearch, 'names' | 'emails' | 'codes' | 'limit' | 'offset'> {
  batchId: string;
  statuses?: readonly TallyStatus[] | undefined;
}

/** One page of a batch's vouchers, by their day, and how many there are. */
export async function searchVouchers(
  db: Kysely<Tables>,
  { batchId, statuses, limit, offset, ...people }: VoucherSearch,
): Promise<{ rows: VoucherRow[]; total: number }> {
  const where = all([
    sql`v.batch_id = ${batchId}`,
    ...(statuses ? [sql`v.status = any(${statuses}::text[])`] : []),
    ...peopleConditions(people),
  ]);
  const { rows } = await sql<VoucherRow & { total: number; claim_id: string | null }>`
    with totals as (select count(*) as total from tally_vouchers v ${voucherJoins} where ${where}),
    page as (select ${voucherColumns} from tally_vouchers v ${voucherJoins} where ${where} order by v.day, v.claim_id limit ${limit} offset ${offset})
    select * from totals left join page v on true order by v.day, v.claim_id`.execute(db);
  return { rows: rows.filter((row) => row.claim_id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** All vouchers of a batch by their day; the order in which they go out. */
export async function vouchersOf(db: Kysely<Tables>, batchId: string): Promise<VoucherRow[]> {
  return (
    await sql<VoucherRow>`select ${voucherColumns} from tally_vouchers v ${voucherJoins} where v.batch_id = ${batchId} order by v.day, v.claim_id`.execute(
      db,
    )
  ).rows;
}

/** The vouchers that are in any of these batches by now. */
export async function vouchersInBatches(
  db: Kysely<Tables>,
  batchIds: readonly string[],
): Promise<Pick<VoucherColumns, 'batch_id' | 'claim_id' | 'status'>[]> {
  if (batchIds.length === 0) return [];
  return db
    .selectFrom('tally_vouchers')
    .select(['batch_id', 'claim_id', 'status'])
    .where('batch_id', 'in', [...batchIds])
    .execute();
}

const OUT = TALLY_STATUSES.filter(isExported);

/** Of those that are out, some at a time, after the last one had. */
export async function nextVouchers(
  db: Kysely<Tables>,
  batchId: string,
  after: { day: Day; claim_id: string } | null,
  limit: number,
): Promise<VoucherRow[]> {
  const rest = after === null ? sql`true` : sql`(v.day, v.claim_id) > (${after.day}, ${after.claim_id})`;
  return (
    await sql<VoucherRow>`select ${voucherColumns} from tally_vouchers v ${voucherJoins} where v.batch_id = ${batchId} and v.status = any(${OUT}::text[]) and ${rest} order by v.day, v.claim_id limit ${limit}`.execute(
      db,
    )
  ).rows;
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
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  );
}

/** Writes a batch and its vouchers, and where they stand on their claims. */
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

/** Sets where vouchers of a batch stand, on their claims too. */
export async function markVouchers(
  tx: Kysely<Tables>,
  batchId: string,
  ids: readonly string[],
  status: TallyStatus,
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update tally_vouchers set status = ${status}, reason = ${reason} where batch_id = ${batchId} and claim_id = any(${ids}::text[])`.execute(
    tx,
  );
  await sql`update claims set tally_status = ${status} where id = any(${ids}::text[]) and tally_batch_id = ${batchId}`.execute(
    tx,
  );
}

/** Marks vouchers failed, each with its own reason. */
export async function failVouchers(
  tx: Kysely<Tables>,
  batchId: string,
  rows: readonly { claim_id: string; reason: string }[],
): Promise<void> {
  await markVouchers(
    tx,
    batchId,
    rows.map((row) => row.claim_id),
    VOUCHER.failed,
    null,
  );
  if (rows.length === 0) return;
  await sql`update tally_vouchers v set reason = n.reason
    from jsonb_populate_recordset(null::tally_vouchers, ${JSON.stringify(rows)}::jsonb) n where v.batch_id = ${batchId} and v.claim_id = n.claim_id`.execute(
    tx,
  );
}

/** Takes vouchers out of their batch, and their claims with them. */
export async function removeVouchers(tx: Kysely<Tables>, batchId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from tally_vouchers where batch_id = ${batchId} and claim_id = any(${ids}::text[])`.execute(tx);
  await sql`update claims set tally_batch_id = null, tally_status = null where id = any(${ids}::text[]) and tally_batch_id = ${batchId}`.execute(
    tx,
  );
}

/** Gives vouchers the ledgers that they go to by now. */
export async function rebookVouchers(
  tx: Kysely<Tables>,
  batchId: string,
  rows: readonly Pick<VoucherColumns, 'claim_id' | 'ledger' | 'cost_centre' | 'credit_ledger'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update tally_vouchers v set ledger = n.ledger, cost_centre = n.cost_centre, credit_ledger = n.credit_ledger
    from jsonb_populate_recordset(null::tally_vouchers, ${JSON.stringify(rows)}::jsonb) n where v.batch_id = ${batchId} and v.claim_id = n.claim_id`.execute(
    tx,
  );
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
    select status, count(*)::int as vouchers, sum(amount)::bigint as amount, min(day) as from_day, max(day) as to_day, array_agg(distinct kind::int) as kinds
    from tally_vouchers where batch_id = ${batchId} group by status`.execute(tx);
  return rows;
}

export type BatchChanges = Partial<Selectable<TallyBatchesTable>>;

export async function updateBatch(tx: Kysely<Tables>, id: string, changes: BatchChanges): Promise<void> {
  await tx.updateTable('tally_batches').set(changes).where('id', '=', id).execute();
}
