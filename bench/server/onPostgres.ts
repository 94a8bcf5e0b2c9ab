import os from 'node:os';
import pg from 'pg';
import type { Database } from '#server/platform/database/database.ts';
import { openDatabase } from '#server/platform/database/open.ts';
import type { Figure } from '../support/report.ts';
import { say } from '../support/say.ts';
import { growthFigures, searchFigures, timeSearches } from './databaseTimes.ts';
import { fillPostgres, through, type Company } from './fill.ts';

/** Databases with claims on a PostgreSQL server, and what their searches take. */

export const log = {
  info: () => undefined,
  warn: (message: string) => console.error(message),
  error: (message: string) => console.error(message),
};

/** A database with this many claims: the one that the environment names (filled at first use), else one of `make`. */
export async function filled(
  name: string,
  rows: number,
  make: () => Promise<string>,
  company?: Company,
): Promise<string> {
  const kept = process.env[name];
  const url = kept ?? (await make());
  const database = await openDatabase({ dataDir: os.tmpdir(), databaseUrl: url, log });
  const { rows: found } = await through(database).query('select count(*)::int as n from people');
  await database.close();
  if (found[0]?.['n'] !== 0) return url;
  say(`filling PostgreSQL with ${rows.toLocaleString('en')} claims`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await fillPostgres(client, rows, Date.now(), company);
  await client.query('checkpoint');
  await client.end();
  return url;
}

/**
 * By itself, and then in turn with the small one: what two databases take from each other's cache counts in their ratio
 * alone.
 */
export async function figuresOf(where: string, large: string, small: string, growth: string): Promise<Figure[]> {
  const open = (databaseUrl: string): Promise<Database> => openDatabase({ dataDir: os.tmpdir(), databaseUrl, log });
  const [one, other] = [await open(large), await open(small)];
  const [alone] = await timeSearches(one);
  const inTurn = await timeSearches(one, other);
  await Promise.all([one.close(), other.close()]);
  return [...searchFigures(where, alone), ...growthFigures(...inTurn, growth)];
}
