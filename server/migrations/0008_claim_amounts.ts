import { sql, type Kysely } from 'kysely';

/**
 * The totals learn what was claimed: of conveyance, what waits for finance is counted by its claim amount (LIST-12).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const key = sql.raw('kind, owner_id, manager_id, type, manager_status, finance_status');
  const sums = ['claim_amount', 'manager_amount', 'finance_amount'];
  const each = (write: (column: string) => string, between = ', ') => sql.raw(sums.map(write).join(between));
  const counted = (relation: string, sign: string) =>
    sql.raw(
      `select ${sign}1 as n, kind, owner_id, coalesce(manager_id, '') as manager_id, type, manager_status, finance_status, ${sums.map((column) => `${sign}coalesce(${column}, 0) as ${column}`).join(', ')} from ${relation} where withdrawn_at is null`,
    );
  /** Adds these rows to the totals, always in the order of the key: two transactions never wait for each other. */
  const add = (rows: ReturnType<typeof counted>) => sql`
    insert into claim_totals as t (${key}, claims, ${each((column) => column)})
    select ${key}, sum(n), ${each((column) => `sum(${column})`)} from (${rows}) as c group by ${key}
    having sum(n) <> 0 or ${each((column) => `sum(${column}) <> 0`, ' or ')} order by ${key}
    on conflict (${key}) do update set claims = t.claims + excluded.claims, ${each((column) => `${column} = t.${column} + excluded.${column}`)};`;
  const [added, removed] = [counted('added', ''), counted('removed', '-')];
  const statements = [
    sql`alter table claim_totals add column claim_amount bigint not null default 0`,
    sql`create or replace function follow_claims() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then ${add(added)}
      elsif tg_op = 'DELETE' then ${add(removed)}
      else ${add(sql`${added} union all ${removed}`)}
      end if;
      return null;
    end $body$`,
    sql`update claim_totals t set claim_amount = c.claimed
      from (select kind, owner_id, coalesce(manager_id, '') as manager_id, type, manager_status, finance_status, sum(claim_amount) as claimed from claims where withdrawn_at is null group by 1, 2, 3, 4, 5, 6) c
      where (t.kind, t.owner_id, t.manager_id, t.type, t.manager_status, t.finance_status) = (c.kind, c.owner_id, c.manager_id, c.type, c.manager_status, c.finance_status)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
