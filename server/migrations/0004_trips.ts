import { sql, type Kysely } from 'kysely';

const KEY = sql.raw('owner_id, manager_id, manager_status, admin_status, cancellation_status');
const counted = (relation: string, sign: string) =>
  sql.raw(
    `select ${sign}1 as n, owner_id, coalesce(manager_id, '') as manager_id, manager_status, admin_status, cancellation_status from ${relation}`,
  );
/** Adds these rows to the totals, always in the order of the key: two transactions never wait for each other. */
const add = (rows: ReturnType<typeof counted>) => sql`
  insert into trip_totals as t (${KEY}, trips) select ${KEY}, sum(n) from (${rows}) as c group by ${KEY} having sum(n) <> 0 order by ${KEY}
  on conflict (${KEY}) do update set trips = t.trips + excluded.trips;`;

/**
 * Trips with their tickets, and what ties claims to them and to the sales app. How many trips there are, per owner,
 * manager and statuses, is kept beside them by the database itself, in the same transaction, no matter who changes
 * them: a list's count costs the same at a million.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const [added, removed] = [counted('added', ''), counted('removed', '-')];
  const statements = [
    sql`create table trips (
      id text primary key,
      owner_id text not null references people (id),
      manager_id text references people (id),
      start_date text not null,
      end_date text not null check (end_date >= start_date),
      preferred_time integer,
      trip_type text not null,
      travel_type text not null,
      mode text not null,
      done_by text not null,
      booked_by text not null,
      traveller text,
      traveller_dob text,
      departure_city text not null,
      arrival_city text not null,
      accommodation boolean not null,
      accommodation_city text,
      preferred_hotel text,
      preferred_location text,
      check_in text,
      check_out text,
      reason text not null,
      remarks text,
      manager_status text not null default 'MANAGER_PENDING',
      manager_remarks text,
      manager_decided_at bigint,
      manager_decided_by text references people (id),
      admin_status text not null default 'ADMIN_PENDING',
      admin_remarks text,
      admin_decided_at bigint,
      admin_decided_by text references people (id),
      cancellation_status text not null default 'NOT_INITIATED',
      cancellation_remarks text,
      admin_cancellation_remarks text,
      ticket_status text not null default 'NOT_UPDATED',
      ticket_amount bigint check (ticket_amount >= 0),
      ticket_refund bigint check (ticket_refund >= 0),
      salary_deduction bigint check (salary_deduction >= 0),
      candidate_code text,
      version integer not null default 1,
      creation_key text,
      created_at bigint not null,
      updated_at bigint not null
    )`,
    sql`create unique index trips_creation_key on trips (owner_id, creation_key)`,
    sql`create index trips_owner on trips (owner_id, created_at desc, id desc)`,
    sql`create index trips_owner_days on trips (owner_id, start_date)`,
    sql`create index trips_manager_status on trips (manager_id, manager_status, created_at desc, id desc)`,
    sql`create index trips_admin_status on trips (admin_status, cancellation_status, manager_status, created_at desc, id desc)`,
    sql`create index trips_newest on trips (created_at desc, id desc)`,
    sql`create index trips_destination on trips (lower(arrival_city), created_at desc, id desc)`,
    sql`create index trips_days on trips (start_date)`,
    sql`create table trip_totals (
      owner_id text not null references people (id),
      manager_id text not null,
      manager_status text not null,
      admin_status text not null,
      cancellation_status text not null,
      trips bigint not null,
      primary key (${KEY})
    ) with (fillfactor = 60)`,
    sql`create index trip_totals_manager on trip_totals (manager_id)`,
    sql`create index trip_totals_statuses on trip_totals (admin_status, cancellation_status, manager_status)`,
    sql`create function follow_trips() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then ${add(added)}
      elsif tg_op = 'DELETE' then ${add(removed)}
      else ${add(sql`${added} union all ${removed}`)}
      end if;
      return null;
    end $body$`,
    sql`create trigger trips_added after insert on trips referencing new table as added for each statement execute function follow_trips()`,
    sql`create trigger trips_removed after delete on trips referencing old table as removed for each statement execute function follow_trips()`,
    sql`create trigger trips_changed after update on trips referencing new table as added old table as removed for each statement execute function follow_trips()`,
    sql`create table trip_tickets (
      trip_id text not null references trips (id),
      position smallint not null,
      file_hash text not null references files (hash),
      name text not null,
      primary key (trip_id, position)
    )`,
    sql`create index trip_tickets_file on trip_tickets (file_hash)`,
    sql`create index claims_trip on claims (trip_id, expense_date) where trip_id is not null`,
    sql`create index claims_owner_day on claims (owner_id, expense_date) where kind = 2`,
    sql`create unique index claims_external on claims ((details ->> 'externalId')) where kind = 1`,
  ];
  for (const statement of statements) await statement.execute(db);
}
