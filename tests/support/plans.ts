import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';

/** Filling a database is a minute's work on a machine that others keep busy, in milliseconds. */
export const FILLED_WITHIN = 300_000;

const quoted = (value: unknown): string =>
  `'${(Array.isArray(value) ? `{${value.join(',')}}` : String(value)).replaceAll("'", "''")}'`;

/** The plan of a statement prepared as the server prepares it: for any values. Ask for generic plans first. */
export async function planOf(database: Database, statement: RawBuilder<unknown>): Promise<string> {
  const { sql: text, parameters } = statement.compile(database.db);
  await sql.raw(`prepare asked as ${text}`).execute(database.db);
  const values = parameters.length > 0 ? `(${parameters.map(quoted).join(', ')})` : '';
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked ${values}`)
    .execute(database.db);
  await sql`deallocate asked`.execute(database.db);
  return `${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`;
}
