import { sql, type Kysely } from 'kysely';
import { transact } from '#server/platform/database/transact.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { MarketPart } from '../columnCount.ts';
import { pack, sentLists, sentNumbers, unpack, type Column } from '../packed.ts';
import { COLUMN_NAMES, COLUMNS, FORMAT, MARKET_PART, sentAs, sizesOf } from './columns.ts';
import type { CompaniesPart } from './predicates.ts';
import type { Range } from './statements.ts';

/** Parts of the market by columns: filling them, and reading those that say what the rows say (CAMP-27). */

/** A part's ids of companies. */
export const idsOf = (parts: Range): Range => ({
  from: parts.from * MARKET_PART + 1,
  to: (parts.to + 1) * MARKET_PART,
});

/** Of these parts, those whose columns are what the rows are, in the moment that `read` sees. */
export async function currentParts(read: Kysely<Tables>, { from, to }: Range): Promise<number[]> {
  const { rows } = await sql<{ part: number }>`
    select p.part from market_parts p where p.part between ${from} and ${to} and p.format = ${FORMAT}
      and not exists (select from market_changes n where n.part = p.part) order by p.part`.execute(read);
  return rows.map(({ part }) => part);
}

export async function readParts(
  read: Kysely<Tables>,
  parts: readonly number[],
  names: readonly string[],
): Promise<Map<number, MarketPart>> {
  const { rows } = await sql<{ part: number; name: string; data: string }>`
    select part, name, data from market_columns
    where part = any(${parts}::integer[]) and name = any(${names}::text[])`.execute(read);
  const found = new Map<number, Map<string, Column>>(parts.map((part) => [part, new Map<string, Column>()]));
  for (const { part, name, data } of rows) found.get(part)?.set(name, unpack(data));
  return found;
}

/** Looks for a text among companies of these parts; answers, by part, what `ColumnCount` takes. */
export async function findText(
  read: Kysely<Tables>,
  { companies }: CompaniesPart,
  parts: number,
): Promise<(part: number) => Uint8Array> {
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(int4send(t.company_id), '') as ids from (${companies}) t`.execute(read);
  const marked = new Uint8Array(parts * MARKET_PART);
  for (const id of sentNumbers(rows[0]?.ids ?? Buffer.alloc(0))) marked[id - 1] = 1;
  return (part) => marked.subarray(part * MARKET_PART, (part + 1) * MARKET_PART);
}

/** What changed as lately as this is likely to change again: a file of companies is taken in in many steps. */
const QUIET_SECONDS = 5;

async function nextPart(tx: Kysely<Tables>, quietSeconds: number): Promise<number | undefined> {
  const { rows } = await sql<{ part: number }>`
    select s.part from generate_series(0, (select (max(id) - 1) / ${sql.lit(MARKET_PART)} from companies)) s (part)
    left join market_parts p on p.part = s.part
    left join (select part, max(at) as last from market_changes group by part) n on n.part = s.part
    where (p.format is null or p.format < ${FORMAT} or (p.format = ${FORMAT} and n.part is not null))
      and (n.last is null or n.last <= extract(epoch from now()) * 1000 - ${quietSeconds * 1000}::bigint)
    order by s.part limit 1`.execute(tx);
  return rows[0]?.part;
}

type Sent = Record<string, Buffer | null>;

/** All columns of a table's rows, each in one piece. */
async function sent(tx: Kysely<Tables>, table: 'c' | 'k', part: number): Promise<Sent> {
  const { from, to } = idsOf({ from: part, to: part });
  const columns = COLUMN_NAMES.filter((name) => name.startsWith(`${table}.`)).map(
    (name) =>
      sql`string_agg(${sentAs(name)}, '' order by ${
        table === 'c' ? sql`c.id` : sql`k.company_id, k.seniority, k.id`
      }) as ${sql.ref(name.replace('.', '_'))}`,
  );
  const rows = table === 'c' ? sql`companies c where c.id` : sql`contacts k where k.company_id`;
  const answer = await sql<Sent>`
    select ${sql.join(columns)} from ${rows} between ${sql.lit(from)} and ${sql.lit(to)}`.execute(tx);
  return answer.rows[0] ?? {};
}

/**
 * Fills the columns of one part that has none, or others than its rows; false: there is none. Notes of changes that are
 * seen are taken away; one that is committed meanwhile is not seen, nor is its change, and stays.
 */
export const refreshMarket = (db: Kysely<Tables>, quietSeconds = QUIET_SECONDS): Promise<boolean> =>
  transact(db, async (plain) => {
    await sql`set transaction isolation level repeatable read`.execute(plain);
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('market columns', 0)) as mine`.execute(plain);
    const part = rows[0]?.mine === true ? await nextPart(plain, quietSeconds) : undefined;
    if (part === undefined) return false;
    // First of all: where another process was quicker, this ends here.
    await sql`insert into market_parts (part, format) values (${part}, ${FORMAT})
      on conflict (part) do update set format = excluded.format`.execute(plain);
    const columns = { ...(await sent(plain, 'c', part)), ...(await sent(plain, 'k', part)) };
    const packed = COLUMN_NAMES.flatMap((name) => {
      const bytes = columns[name.replace('.', '_')] ?? Buffer.alloc(0);
      if (COLUMNS[name] !== 'list') return [{ name, data: pack(sentNumbers(bytes)) }];
      const { sizes, values } = sentLists(bytes);
      return [
        { name, data: pack(values) },
        { name: sizesOf(name), data: pack(sizes) },
      ];
    });
    await sql`delete from market_columns where part = ${part}`.execute(plain);
    await sql`insert into market_columns (part, name, data)
      select ${part}, n.name, n.data from unnest(${packed.map(({ name }) => name)}::text[],
        ${packed.map(({ data }) => data)}::text[]) n (name, data)`.execute(plain);
    await sql`delete from market_changes where part = ${part}`.execute(plain);
    return true;
  });
