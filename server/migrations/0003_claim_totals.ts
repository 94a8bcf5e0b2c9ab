import { sql, type Kysely } from 'kysely';

/**
 * How many claims there are and what was approved of them, per owner, manager, type and status: the database itself
 * keeps these beside the claims, in the same transaction, no matter who changes them. A list's count and summary then
 * cost the same at a million claims as at a thousand. And the order in which finance looks at claims of one status.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const counted = (relation: string, sign: string) =>
    sql.raw(
      `select ${sign}1 as n, kind, owner_id, coalesce(manager_id, '') as manager_id, type, manager_status, finance_status, ${sign}coalesce(manager_amount, 0) as manager_amount, ${sign}coalesce(finance_amount, 0) as finance_amount
     from ${relation} where withdrawn_at is null`,
    );
  const key = sql.raw('kind, owner_id, manager_id, type, manager_status, finance_status');
  /** Adds these rows to the totals, always in the order of the key: two transactions never wait for each other. */
  const add = (rows: ReturnType<typeof counted>) => sql`
    insert into claim_totals as t (${key}, claims, manager_amount, finance_amount)
    select ${key}, sum(n), sum(manager_amount), sum(finance_amount) from (${rows}) as c group by ${key}
    having sum(n) <> 0 or sum(manager_amount) <> 0 or sum(finance_amount) <> 0 order by ${key}
    on conflict (${key}) do update set claims = t.claims + excluded.claims, manager_amount = t.manager_amount + excluded.manager_amount, finance_amount = t.finance_amount + excluded.finance_amount;`;
  const [added, removed] = [counted('added', ''), counted('removed', '-')];
  const statements = [
    sql`create table claim_totals (
      kind smallint not null,
      owner_id text not null references people (id),
      manager_id text not null,
      type text not null,
      manager_status text not null,
      finance_status text not null,
      claims bigint not null,
      manager_amount bigint not null,
      finance_amount bigint not null,
      primary key (${key})
    ) with (fillfactor = 60)`,
    sql`create index claim_totals_manager on claim_totals (manager_id, kind)`,
    sql`create function follow_claims() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then ${add(added)}
      elsif tg_op = 'DELETE' then ${add(removed)}
      else ${add(sql`${added} union all ${removed}`)}
      end if;
      return null;
    end $body$`,
    sql`create trigger claims_added after insert on claims referencing new table as added for each statement execute function follow_claims()`,
    sql`create trigger claims_removed after delete on claims referencing old table as removed for each statement execute function follow_claims()`,
    sql`create trigger claims_changed after update on claims referencing new table as added old table as removed for each statement execute function follow_claims()`,
    add(counted('claims', '')),
    sql`create index claims_finance_status on claims (kind, manager_status, finance_status, created_at desc, id desc) where withdrawn_at is null`,
    // No list asks for all claims whatever the manager said.
    sql`drop index claims_newest`,
  ];
  for (const statement of statements) await statement.execute(db);
}
