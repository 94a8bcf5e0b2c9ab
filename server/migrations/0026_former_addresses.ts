import { sql, type Kysely } from 'kysely';

/**
 * Addresses that people had before. Devices of older builds name what they keep by the address; the same person must
 * find it again under the next one (P10). A trigger, so that no way of changing an address can forget it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table former_addresses (
      person_id text not null references people (id),
      email text not null,
      until bigint not null,
      primary key (person_id, email)
    )`,
    sql`insert into former_addresses (person_id, email, until)
      select actor_id, before ->> 'email', max(at) from audit_log where record_kind = 'person' and action = 'address' and before ->> 'email' is not null group by 1, 2`,
    sql`create function keep_former_address() returns trigger language plpgsql as $body$
      begin
        insert into former_addresses (person_id, email, until) values (old.id, old.email, new.updated_at)
          on conflict (person_id, email) do update set until = excluded.until;
        return null;
      end $body$`,
    sql`create trigger people_address_changed after update of email on people for each row when (old.email <> new.email) execute function keep_former_address()`,
  ];
  for (const statement of statements) await statement.execute(db);
}
