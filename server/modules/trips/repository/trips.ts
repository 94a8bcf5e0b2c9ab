import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '#server/platform/database/tables.ts';
import type { TripsTable } from '#server/platform/database/tables/tripTables.ts';
import { lockRows } from '#server/platform/database/locks.ts';
import type { BillRow } from '#server/platform/files/billRow.ts';

/** A trip with the names around it and its tickets: everything its answer says. */
export interface TripRow extends Selectable<TripsTable> {
  owner_email: string;
  owner_name: string;
  owner_code: string;
  manager_email: string | null;
  manager_name: string | null;
  decider_name: string | null;
  tickets: BillRow[];
  /** Added after the first ones, in their order. Paise. */
  further_tickets: { amount: number; reason: string; at: number; by: string }[];
}

/**
 * Columns and joins that make a TripRow out of `t`, any relation with the columns of trips; people one at a time, by
 * key.
 */
export const tripColumns = sql`t.*,
  o.email as owner_email, o.name as owner_name, o.employee_code as owner_code, m.email as manager_email,
  m.name as manager_name, md.name as decider_name,
  coalesce((
    select json_agg(json_build_object('fingerPrint', k.file_hash, 'name', k.name, 'size', f.size, 'type', f.type)
      order by k.position)
    from trip_tickets k join files f on f.hash = k.file_hash where k.trip_id = t.id
  ), '[]'::json) as tickets,
  coalesce((
    select json_agg(json_build_object('amount', x.amount, 'reason', x.reason, 'at', x.added_at, 'by', b.name)
      order by x.number)
    from trip_further_tickets x join people b on b.id = x.added_by where x.trip_id = t.id
  ), '[]'::json) as further_tickets`;
export const tripJoins = sql`
  join lateral (select p.email, p.name, p.employee_code from people p where p.id = t.owner_id offset 0) o on true
  left join lateral (select p.email, p.name from people p where p.id = t.manager_id offset 0) m on true
  left join lateral (select p.name from people p where p.id = t.manager_decided_by offset 0) md on true`;

/**
 * What the transaction may do with the rows it reads: `change` keeps others from changing or using them until it ends,
 * `use` keeps others from changing them.
 */
export type TripLock = 'change' | 'use' | null;

/** Trips by id, in the order of their ids, locked in that order. */
export async function tripsById(tx: Kysely<Tables>, ids: readonly string[], lock: TripLock): Promise<TripRow[]> {
  if (ids.length === 0) return [];
  if (lock !== null) await lockRows(tx, 'trips', ids, lock === 'change' ? 'update' : 'share');
  const result = await sql<TripRow>`select ${tripColumns} from trips t ${tripJoins} where t.id = any(${ids}::text[])
      order by t.id`.execute(tx);
  return result.rows;
}

export const tripById = async (tx: Kysely<Tables>, id: string, lock: TripLock): Promise<TripRow | undefined> =>
  (await tripsById(tx, [id], lock))[0];

export async function tripByCreationKey(tx: Kysely<Tables>, ownerId: string, key: string): Promise<string | undefined> {
  return (
    await tx
      .selectFrom('trips')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('creation_key', '=', key)
      .executeTakeFirst()
  )?.id;
}

/** What a trip has before anybody but its owner has touched it: the defaults of the table. */
export const UNSEEN = {
  manager_remarks: null,
  manager_decided_at: null,
  manager_decided_by: null,
  admin_remarks: null,
  admin_decided_at: null,
  admin_decided_by: null,
  cancellation_remarks: null,
  admin_cancellation_remarks: null,
  ticket_amount: null,
  ticket_refund: null,
  salary_deduction: null,
  candidate_code: null,
  saved_at: null,
} as const;

export type NewTrip = Omit<Selectable<TripsTable>, keyof typeof UNSEEN> & { saved_at?: number | null };

export type TripChanges = Partial<Selectable<TripsTable>>;

/** Changes a trip that still has the version it was judged with. False: it moved on. */
export async function changeTrip(
  tx: Kysely<Tables>,
  row: Pick<TripRow, 'id' | 'version'>,
  changes: TripChanges,
  now: number,
): Promise<boolean> {
  const done = await tx
    .updateTable('trips')
    .set({ ...changes, version: row.version + 1, updated_at: now })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return done.numUpdatedRows === 1n;
}

/** Makes one change to many trips, which the transaction has locked. */
export async function changeTrips(
  tx: Kysely<Tables>,
  ids: readonly string[],
  changes: TripChanges,
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('trips')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', [...ids])
    .execute();
}

/** A claim of a trip. */
export interface ClaimOfTrip {
  id: string;
  expense_date: string;
}

/**
 * The first claims of a trip by date and id, at most `most`; withdrawn ones are none. `statuses`: only those with such
 * a manager status.
 */
export async function claimsOfTrip(
  tx: Kysely<Tables>,
  tripId: string,
  statuses: readonly string[] | null,
  most: number,
): Promise<ClaimOfTrip[]> {
  let query = tx
    .selectFrom('claims')
    .select(['id', 'expense_date'])
    .where('trip_id', '=', tripId)
    .where('withdrawn_at', 'is', null);
  if (statuses) query = query.where(sql<boolean>`manager_status = any(${statuses}::text[])`);
  return query.orderBy('expense_date').orderBy('id').limit(most).execute();
}

export async function hasClaims(tx: Kysely<Tables>, tripId: string): Promise<boolean> {
  return (
    (await tx
      .selectFrom('claims')
      .select('id')
      .where('trip_id', '=', tripId)
      .where('withdrawn_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined
  );
}

/** Puts these tickets on a trip in place of those it has. */
export async function replaceTickets(
  tx: Kysely<Tables>,
  tripId: string,
  tickets: readonly { fingerPrint: string; name: string }[],
): Promise<void> {
  await tx.deleteFrom('trip_tickets').where('trip_id', '=', tripId).execute();
  if (tickets.length === 0) return;
  await tx
    .insertInto('trip_tickets')
    .values(
      tickets.map((ticket, position) => ({
        trip_id: tripId,
        position,
        file_hash: ticket.fingerPrint,
        name: ticket.name,
      })),
    )
    .execute();
}

/** Puts further tickets on a locked trip, beside those it has (ADM-12). `amount` is in paise. */
export async function addFurtherTickets(
  tx: Kysely<Tables>,
  row: Pick<TripRow, 'id' | 'tickets' | 'further_tickets'>,
  tickets: readonly { fingerPrint: string; name: string }[],
  added: { amount: number; reason: string; by: string; at: number },
): Promise<void> {
  const { amount, reason, by, at } = added;
  await tx
    .insertInto('trip_further_tickets')
    .values({ trip_id: row.id, number: row.further_tickets.length + 1, amount, reason, added_by: by, added_at: at })
    .execute();
  await tx
    .insertInto('trip_tickets')
    .values(
      tickets.map((ticket, index) => ({
        trip_id: row.id,
        position: row.tickets.length + index,
        file_hash: ticket.fingerPrint,
        name: ticket.name,
      })),
    )
    .execute();
}

/** Trips that carry a file, with what decides who may see them. */
export const tripsCarrying = (db: Kysely<Tables>, hash: string) =>
  db
    .selectFrom('trip_tickets')
    .innerJoin('trips', 'trips.id', 'trip_tickets.trip_id')
    .select(['trips.owner_id', 'trips.manager_id', 'trip_tickets.name'])
    .where('trip_tickets.file_hash', '=', hash)
    .execute();

/** More claims than an answer has room for. */
export const MAX_CLAIMS = 1_000;
