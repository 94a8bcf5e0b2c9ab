import { sql, type Kysely, type RawBuilder, type Selectable } from 'kysely';
import { PRIMARY_EXPENSE_TYPE } from '#contract/enums.ts';
import type { Day } from '#domain/dates.ts';
import { decidedByClaim, FOR_FINANCE } from '#domain/finance.ts';
import type { ClaimsTable } from '#server/platform/database/tables/claimTables.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import { readColumns, type ClaimBillRow, type ReadingColumns, type Readings } from '../readings.ts';

/** What a travel claim says of its trip. */
export interface TripOfClaim {
  startDay: Day;
  endDay: Day;
  from: string;
  to: string;
}

/** A claim with the names around it and its bills: everything its answer says. */
export interface ClaimRow extends Omit<Selectable<ClaimsTable>, 'details'> {
  details: Record<string, unknown>;
  owner_email: string;
  owner_name: string;
  owner_code: string;
  /** As it is read; not of a claim that is being made. */
  owner_grade?: string;
  manager_email: string | null;
  manager_name: string | null;
  decider_name: string | null;
  finance_name: string | null;
  bills: ClaimBillRow[];
  /** Of travel claims. */
  trip?: TripOfClaim | null;
}

const ownColumns = sql`c.*,
  o.email as owner_email, o.name as owner_name, o.employee_code as owner_code, o.grade as owner_grade,
  m.email as manager_email, m.name as manager_name, md.name as decider_name, fd.name as finance_name,
  coalesce((
    select json_agg(json_build_object('fingerPrint', b.file_hash, 'name', b.name, 'size', f.size, 'type', f.type,
      'reading', b.reading, 'gst', b.gst) order by b.position)
    from claim_bills b join files f on f.hash = b.file_hash where b.claim_id = c.id
  ), '[]'::json) as bills`;
/** Columns that, with `wideJoins`, make a ClaimRow out of `c`, any relation with the columns of claims. */
export const wideColumns = sql`${ownColumns},
  (select json_build_object('startDay', t.start_date, 'endDay', t.end_date, 'from', t.departure_city,
    'to', t.arrival_city) from trips t where t.id = c.trip_id) as trip`;
/** The same for claims of one kind: only travel claims have a trip to look at. */
export const columnsOf = (kind: number): RawBuilder<unknown> =>
  kind === PRIMARY_EXPENSE_TYPE.travel ? wideColumns : ownColumns;
/**
 * One person at a time, by key: a page names a handful, and a person just found is not looked up again. Plain joins
 * make the planner read the whole directory.
 */
const person = (id: RawBuilder<unknown>) =>
  sql`lateral (select p.email, p.name, p.employee_code, p.grade from people p where p.id = ${id} offset 0)`;
export const wideJoins = sql`
  join ${person(sql`c.owner_id`)} o on true
  left join ${person(sql`c.manager_id`)} m on true
  left join ${person(sql`c.manager_decided_by`)} md on true
  left join ${person(sql`c.finance_decided_by`)} fd on true`;

/**
 * Claims of one kind by id, in the order of their ids; `lock` keeps everybody else from changing them until the
 * transaction ends.
 */
export async function claimsById(
  tx: Kysely<Tables>,
  kind: number,
  ids: readonly string[],
  lock: boolean,
): Promise<ClaimRow[]> {
  if (ids.length === 0) return [];
  if (lock) await lockRows(tx, 'claims', ids);
  const result = await sql<ClaimRow>`
    select ${columnsOf(kind)} from claims c ${wideJoins}
    where c.id = any(${ids}::text[]) and c.kind = ${kind}
    order by c.id`.execute(tx);
  return result.rows;
}

/** Claims of whatever kind by id, locked in the order of their ids. */
export async function claimsWherever(tx: Kysely<Tables>, ids: readonly string[]): Promise<ClaimRow[]> {
  if (ids.length === 0) return [];
  await lockRows(tx, 'claims', ids);
  return (
    await sql<ClaimRow>`select ${wideColumns} from claims c ${wideJoins} where c.id = any(${ids}::text[])
      order by c.id`.execute(tx)
  ).rows;
}

export async function claimById(
  tx: Kysely<Tables>,
  kind: number,
  id: string,
  lock: boolean,
): Promise<ClaimRow | undefined> {
  return (await claimsById(tx, kind, [id], lock))[0];
}

export async function claimByCreationKey(
  tx: Kysely<Tables>,
  ownerId: string,
  key: string,
): Promise<{ id: string; kind: number } | undefined> {
  return tx
    .selectFrom('claims')
    .select(['id', 'kind'])
    .where('owner_id', '=', ownerId)
    .where('creation_key', '=', key)
    .executeTakeFirst();
}

/** A claim as it is filed; the columns it does not name are those of `UNTOUCHED`. */
export type NewClaim = Pick<
  ClaimsTable,
  | 'id'
  | 'kind'
  | 'owner_id'
  | 'manager_id'
  | 'type'
  | 'expense_date'
  | 'claim_amount'
  | 'remarks'
  | 'trip_id'
  | 'creation_key'
  | 'manager_status'
  | 'finance_status'
  | 'version'
  | 'created_at'
  | 'updated_at'
> & { saved_at?: number | null; further_type?: string | null; policy_warning?: string | null };

/** What a claim has before anybody but its owner has touched it: the defaults of the table. */
export const UNTOUCHED = {
  manager_amount: null,
  manager_remarks: null,
  manager_decided_at: null,
  manager_decided_by: null,
  finance_amount: null,
  finance_remarks: null,
  finance_decided_at: null,
  finance_decided_by: null,
  paid_on: null,
  paid_amount: null,
  payment_reference: null,
  tally_batch_id: null,
  tally_status: null,
  withdrawn_at: null,
  saved_at: null,
  further_type: null,
  policy_warning: null,
  details: {},
} as const;

export type ClaimChanges = Partial<Omit<Selectable<ClaimsTable>, 'details'>>;

/** Changes a claim that still has the version and the manager status it was judged with. False: it moved on. */
export async function updateJudgedClaim(
  tx: Kysely<Tables>,
  row: Pick<ClaimRow, 'id' | 'version' | 'manager_status'>,
  changes: ClaimChanges,
  now: number,
): Promise<boolean> {
  const done = await tx
    .updateTable('claims')
    .set({ ...changes, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .where('manager_status', '=', row.manager_status)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

export type ManagerDecisionColumns = Pick<
  Selectable<ClaimsTable>,
  'manager_status' | 'manager_remarks' | 'manager_decided_at' | 'manager_decided_by'
>;

/**
 * Decides many claims that are still in `from`, each by its own claim amount or by nothing. Answers the ids it decided.
 */
export async function decidePendingClaims(
  tx: Kysely<Tables>,
  ids: readonly string[],
  from: ClaimsTable['manager_status'],
  to: ManagerDecisionColumns,
  wholeAmount: boolean,
  now: number,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .updateTable('claims')
    .set((eb) => ({
      ...to,
      manager_amount: wholeAmount ? eb.ref('claim_amount') : eb.val(0),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', 'in', [...ids])
    .where('manager_status', '=', from)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

export type FinanceDecisionColumns = Pick<
  Selectable<ClaimsTable>,
  'finance_status' | 'finance_remarks' | 'finance_decided_at' | 'finance_decided_by'
>;

/** The column of the amount that finance decides by, where nothing else is said. */
export const wholeColumn = (kind: number): 'claim_amount' | 'manager_amount' =>
  decidedByClaim(kind) ? 'claim_amount' : 'manager_amount';

/** The same for finance: claims that wait for it, each by its whole amount or by nothing. */
export async function settlePendingClaims(
  tx: Kysely<Tables>,
  kind: number,
  ids: readonly string[],
  to: FinanceDecisionColumns,
  wholeAmount: boolean,
  now: number,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .updateTable('claims')
    .set((eb) => ({
      ...to,
      finance_amount: wholeAmount ? eb.ref(wholeColumn(kind)) : eb.val(0),
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', 'in', [...ids])
    .where('manager_status', '=', FOR_FINANCE.manager)
    .where('finance_status', '=', FOR_FINANCE.finance)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** A row of a bill for an insertion. `reading`: what was read off it, if anything was. */
const billRow = (
  claimId: string,
  position: number,
  bill: { fingerPrint: string; name: string },
  read: Partial<ReadingColumns> = {},
) => {
  const { reading, gst, paper, ...others } = readColumns(read);
  return {
    claim_id: claimId,
    position,
    file_hash: bill.fingerPrint,
    name: bill.name,
    reading: reading && JSON.stringify(reading),
    gst: gst && JSON.stringify(gst),
    paper: paper && JSON.stringify(paper),
    ...others,
  };
};

/** Puts bills on a new claim. */
export async function insertBills(
  tx: Kysely<Tables>,
  claimId: string,
  bills: readonly { fingerPrint: string; name: string }[],
  readings: Readings,
): Promise<void> {
  if (bills.length === 0) return;
  await tx
    .insertInto('claim_bills')
    .values(bills.map((bill, position) => billRow(claimId, position, bill, readings.get(bill.fingerPrint))))
    .execute();
}

/**
 * Puts these bills on a claim in place of those it has. A bill that stays keeps what was read off it, but for what is
 * among `readings`.
 */
export async function replaceBills(
  tx: Kysely<Tables>,
  claimId: string,
  bills: readonly { fingerPrint: string; name: string }[],
  readings: Readings = new Map(),
): Promise<void> {
  const before = await tx
    .deleteFrom('claim_bills')
    .where('claim_id', '=', claimId)
    .returning(['file_hash', 'reading', 'gst', 'gst_code', 'paper'])
    .execute();
  const kept = before.map(({ file_hash, ...read }) => [file_hash, { ...read, ...readings.get(file_hash) }] as const);
  await insertBills(tx, claimId, bills, new Map([...readings, ...kept]));
}
