import { sql, type Kysely } from 'kysely';
import type { Datum } from '#domain/retention.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/** What the sources of data have in common. */

/** Something that is old enough to be judged. */
export interface Found extends Datum {
  id: string;
}

/** What is looked for: what is older than a day, or all of one person; at most so many, the oldest first. */
export interface Wanted {
  /** The earliest moment and day that are kept. */
  before: { at: number; day: string };
  /** What of it is about this person alone, whatever its age. */
  person?: string;
  /** These alone: they are about to go, and locked (`lockRows`). */
  only?: readonly string[];
  most: number;
  timeZone: string;
  /** Claims that are going already. */
  gone?: readonly string[];
}

/** How much that is. */
export interface Weight {
  rows: number;
  files: number;
  bytes: number;
}

export const NOTHING: Weight = { rows: 0, files: 0, bytes: 0 };
export const add = (a: Weight, b: Weight): Weight => ({
  rows: a.rows + b.rows,
  files: a.files + b.files,
  bytes: a.bytes + b.bytes,
});

/** What so many rows weigh with these files; one whose bytes went before weighs nothing. */
export const weigh = (rows: number, files: readonly { size: number }[]): Weight => ({
  rows,
  files: files.filter(({ size }) => size > 0).length,
  bytes: files.reduce((sum, { size }) => sum + size, 0),
});

/** Locks rows of one table until the transaction ends: what is read of them afterwards is how they go. */
export const lockRows = (
  tx: Kysely<Tables>,
  { table, id, type = 'text' }: { table: string; id: string; type?: 'text' | 'integer' },
  ids: readonly string[],
): Promise<unknown> =>
  sql`select 1 from ${sql.table(table)} where ${sql.ref(id)} = any(${[...ids]}::${sql.raw(type)}[])
    order by ${sql.ref(id)} for update`.execute(tx);
