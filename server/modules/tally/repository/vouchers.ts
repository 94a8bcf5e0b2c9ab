import { sql, type Kysely, type Selectable } from 'kysely';
import { TALLY_STATUSES } from '#contract/enums.ts';
import type { TallyStatus } from '#contract/tally.ts';
import type { Day } from '#domain/dates.ts';
import { isExported, VOUCHER } from '#domain/tally.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { TallyVouchersTable } from '#server/platform/database/tables/tallyTables.ts';
import { peopleConditions, type CandidateSearch } from './candidates.ts';
import { all } from '#server/platform/database/conditions.ts';

/** The vouchers of a batch and their status. */

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

const voucherColumns = sql`v.*, c.expense_date, c.owner_id, c.manager_decided_by, c.finance_decided_by,
  p.name as owner_name, p.email as owner_email, p.employee_code as owner_code, p.cost_centre as owner_cost_centre`;
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
    page as (select ${voucherColumns} from tally_vouchers v ${voucherJoins} where ${where} order by v.day, v.claim_id
      limit ${limit} offset ${offset})
    select * from totals left join page v on true order by v.day, v.claim_id`.execute(db);
  return { rows: rows.filter((row) => row.claim_id !== null), total: Number(rows[0]?.total ?? 0) };
}

/** All vouchers of a batch by their day; the order in which they go out. */
export async function vouchersOf(db: Kysely<Tables>, batchId: string): Promise<VoucherRow[]> {
  return (
    await sql<VoucherRow>`select ${voucherColumns} from tally_vouchers v ${voucherJoins} where v.batch_id = ${batchId}
      order by v.day, v.claim_id`.execute(db)
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
    await sql<VoucherRow>`select ${voucherColumns} from tally_vouchers v ${voucherJoins}
      where v.batch_id = ${batchId} and v.status = any(${OUT}::text[]) and ${rest} order by v.day, v.claim_id
      limit ${limit}`.execute(db)
  ).rows;
}

/** Sets the status of vouchers of a batch, on their claims too. */
export async function markVouchers(
  tx: Kysely<Tables>,
  batchId: string,
  ids: readonly string[],
  status: TallyStatus,
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`update tally_vouchers set status = ${status}, reason = ${reason}
    where batch_id = ${batchId} and claim_id = any(${ids}::text[])`.execute(tx);
  await sql`update claims set tally_status = ${status}
    where id = any(${ids}::text[]) and tally_batch_id = ${batchId}`.execute(tx);
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
    from jsonb_populate_recordset(null::tally_vouchers, ${JSON.stringify(rows)}::jsonb) n
    where v.batch_id = ${batchId} and v.claim_id = n.claim_id`.execute(tx);
}

/** Takes vouchers out of their batch, and their claims with them. */
export async function removeVouchers(tx: Kysely<Tables>, batchId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from tally_vouchers where batch_id = ${batchId} and claim_id = any(${ids}::text[])`.execute(tx);
  await sql`update claims set tally_batch_id = null, tally_status = null
    where id = any(${ids}::text[]) and tally_batch_id = ${batchId}`.execute(tx);
}

/** Gives vouchers the ledgers that they go to by now. */
export async function rebookVouchers(
  tx: Kysely<Tables>,
  batchId: string,
  rows: readonly Pick<VoucherColumns, 'claim_id' | 'ledger' | 'cost_centre' | 'credit_ledger'>[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update tally_vouchers v set ledger = n.ledger, cost_centre = n.cost_centre, credit_ledger = n.credit_ledger
    from jsonb_populate_recordset(null::tally_vouchers, ${JSON.stringify(rows)}::jsonb) n
    where v.batch_id = ${batchId} and v.claim_id = n.claim_id`.execute(tx);
}

export const voucherStatus = async (
  tx: Kysely<Tables>,
  claimId: string,
): Promise<Selectable<Tables['tally_vouchers']>['status'] | undefined> =>
  (await tx.selectFrom('tally_vouchers').select('status').where('claim_id', '=', claimId).executeTakeFirst())?.status;
