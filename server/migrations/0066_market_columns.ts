import { sql, type Kysely } from 'kysely';

/**
 * Companies and contacts once more, by columns: what counting reads. A part holds companies of 4,096 ids in a row. Who
 * changes a company or contact notes its part in `market_changes`, in the same transaction; as long as a part has a
 * note, its columns are not read. The server fills them once it runs: here is nothing that takes time or holds a lock.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table market_parts (part integer primary key, format integer not null)`,
    sql`create table market_columns (
      part integer not null,
      name text not null,
      data text not null,
      primary key (part, name)
    )`,
    // Numbers of a byte each, in base64: packing them again saves little and costs each count.
    sql`alter table market_columns alter column data set storage external`,
    // Rows are added and never changed, and a note may be there several times: nobody waits for anybody.
    sql`create table market_changes (
      part integer not null,
      at bigint not null default (extract(epoch from now()) * 1000)::bigint
    )`,
    sql`create index market_changes_part on market_changes (part)`,

    sql`create function note_companies() returns trigger language plpgsql as $body$
    begin
      insert into market_changes (part) select distinct (id - 1) / 4096 from changed;
      return null;
    end $body$`,
    sql`create function note_contacts() returns trigger language plpgsql as $body$
    begin
      insert into market_changes (part) select distinct (company_id - 1) / 4096 from changed;
      return null;
    end $body$`,
    ...['companies', 'contacts'].flatMap((table) =>
      (['insert', 'update', 'delete'] as const).map(
        (change) => sql`create trigger ${sql.ref(`${table}_noted_${change}`)}
          after ${sql.raw(change)} on ${sql.ref(table)}
          referencing ${sql.raw(change === 'delete' ? 'old' : 'new')} table as changed
          for each statement execute function ${sql.ref(`note_${table}`)}()`,
      ),
    ),
  ];
  for (const statement of statements) await statement.execute(db);
}
