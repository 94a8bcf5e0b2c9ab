import { sql, type Kysely } from 'kysely';

/** More than there are transactions at once. */
const PARTS = 1_024;
/** The first of the two numbers by which a transaction has a part. */
const LOCK = sql.lit(80);

interface Kept {
  /** The records, in the singular. */
  table: string;
  /** What the totals tell apart, beside the person and the manager. */
  key: readonly string[];
  sums: readonly string[];
  /** What one row counts as, added or taken away. */
  counted: (relation: string, sign: '' | '-') => string;
}

const WHOSE = ['owner_id', 'manager_id'];
const AMOUNTS = ['claim_amount', 'manager_amount', 'finance_amount'];
const CLAIMS: Kept = {
  table: 'claim',
  key: ['kind', 'manager_status', 'finance_status', 'type'],
  sums: ['claims', ...AMOUNTS],
  counted: (relation, sign) =>
    `select kind, owner_id, coalesce(manager_id, '') as manager_id, type, manager_status, finance_status,
      ${sign}1 as claims, ${AMOUNTS.map((column) => `${sign}coalesce(${column}, 0) as ${column}`).join(', ')}
    from ${relation} where withdrawn_at is null`,
};
const TRIPS: Kept = {
  table: 'trip',
  key: ['admin_status', 'cancellation_status', 'manager_status'],
  sums: ['trips'],
  counted: (relation, sign) =>
    `select owner_id, coalesce(manager_id, '') as manager_id, manager_status, admin_status, cancellation_status,
      ${sign}1 as trips
    from ${relation}`,
};

const list = (columns: readonly string[], write = (column: string): string => column): string =>
  columns.map(write).join(', ');
const some = (columns: readonly string[]): string => columns.map((column) => `sum(${column}) <> 0`).join(' or ');
const sum = (column: string): string => `sum(${column}) as ${column}`;

/** Adds to rows of the same key what was counted. */
const add = (table: string, key: readonly string[], sums: readonly string[], counted: string): string =>
  `insert into ${table} as t (${list([...key, ...sums])}) ${counted} order by ${list(key)}
  on conflict (${list(key)}) do update set ${list(sums, (column) => `${column} = t.${column} + excluded.${column}`)}`;

/**
 * Both totals in one statement. Rows of a person are written in the order of their key, and those of everybody in a
 * part that is this transaction's: two of them wait for each other for one person's claims at most.
 */
function follow({ table, key, sums, counted }: Kept): string {
  const each = [...WHOSE, ...key];
  const changed = (rows: string): string => `
    with changed as (select ${list(each)}, ${list(sums, sum)} from (${rows}) c group by ${list(each)}
      having ${some(sums)}),
    of_each as (${add(`${table}_totals`, each, sums, `select ${list([...each, ...sums])} from changed`)})
    ${add(
      `overall_${table}_totals`,
      [...key, 'part'],
      sums,
      `select ${list(key)}, (select part_of_totals()) as part, ${list(sums, sum)} from changed
      group by ${list(key)} having ${some(sums)}`,
    )};`;
  const [added, removed] = [counted('added', ''), counted('removed', '-')];
  return `create or replace function follow_${table}s() returns trigger language plpgsql as $body$
    begin
      if tg_op = 'INSERT' then ${changed(added)}
      elsif tg_op = 'DELETE' then ${changed(removed)}
      else ${changed(`${added} union all ${removed}`)}
      end if;
      return null;
    end $body$`;
}

/**
 * How many claims and trips there are and what they come to, whoever's they are: what finance and admins see above
 * their lists costs the same in a company of twenty thousand people as in one of ten. A row that everybody's claims are
 * added to would let them wait for each other, so that there are several of each, which are added up when they are
 * read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    // Who writes waits for the moment that it takes to add up what is kept of each person; who reads does not.
    `lock table claims, trips in share row exclusive mode`,
    `create table overall_claim_totals (
      kind smallint not null,
      manager_status text not null,
      finance_status text not null,
      type text not null,
      part smallint not null,
      claims bigint not null,
      claim_amount bigint not null,
      manager_amount bigint not null,
      finance_amount bigint not null,
      primary key (${list([...CLAIMS.key, 'part'])})
    ) with (fillfactor = 40)`,
    `create table overall_trip_totals (
      admin_status text not null,
      cancellation_status text not null,
      manager_status text not null,
      part smallint not null,
      trips bigint not null,
      primary key (${list([...TRIPS.key, 'part'])})
    ) with (fillfactor = 40)`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  // The lowest that is free, so that there are as many as there were transactions at once; and the same until its end.
  await sql`create function part_of_totals() returns smallint language plpgsql as $body$
    declare
      mine constant text := current_setting('kharcha.part_of_totals', true);
    begin
      if mine <> '' then return mine; end if;
      for part in 0 .. ${sql.lit(PARTS - 1)} loop
        if pg_try_advisory_xact_lock(${LOCK}, part) then
          return set_config('kharcha.part_of_totals', part::text, true);
        end if;
      end loop;
      raise 'More than % transactions at once', ${sql.lit(PARTS)} using errcode = '40001';
    end $body$`.execute(db);
  for (const kept of [CLAIMS, TRIPS]) {
    const { table, key, sums } = kept;
    await sql.raw(follow(kept)).execute(db);
    await sql
      .raw(
        `insert into overall_${table}_totals (${list([...key, 'part', ...sums])})
        select ${list(key)}, 0, ${list(sums, sum)} from ${table}_totals group by ${list(key)} having ${some(sums)}`,
      )
      .execute(db);
  }
}
