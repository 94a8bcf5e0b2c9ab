import { sql, type Kysely } from 'kysely';

/** When a secret was made, in epoch milliseconds. Of those made before this nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table secrets add column made_at bigint`,
    sql`alter table secrets alter column made_at set default (extract(epoch from clock_timestamp()) * 1000)::bigint`,
  ];
  for (const statement of statements) await statement.execute(db);
}
