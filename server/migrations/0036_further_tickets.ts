import { sql, type Kysely } from 'kysely';

/**
 * Tickets that were added to a trip after its first ones, each with its own amount and reason (ADM-12). Their files
 * stand with the others in trip_tickets.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table trip_further_tickets (
    trip_id text not null references trips (id),
    number smallint not null,
    amount bigint not null check (amount > 0),
    reason text not null,
    added_by text not null references people (id),
    added_at bigint not null,
    primary key (trip_id, number)
  )`.execute(db);
}
