import { sql, type Kysely } from 'kysely';
import type { TermField } from '#contract/campaignOptions.ts';
import type { Tables } from '#server/platform/database/tables.ts';

/**
 * Values of lists that come with the data: places, sectors, plans, UTM tags. Found whatever their case; a new one gets
 * the next code.
 */

/** Of one field: a list that people choose from, not a text of its own for each company. */
export const MAX_TERMS = 20_000;
export const MAX_TERM = 100;

/** By field, then by value in lower case. Kept between batches; one that was undone must not be: see `learn`. */
export type KnownTerms = Map<TermField, Map<string, number>>;

const ofField = (known: KnownTerms, field: TermField): Map<string, number> => {
  const found = known.get(field);
  if (found) return found;
  const made = new Map<string, number>();
  known.set(field, made);
  return made;
};

export async function readTerms(db: Kysely<Tables>): Promise<KnownTerms> {
  const known: KnownTerms = new Map();
  for (const { field, code, value } of await db.selectFrom('campaign_terms').selectAll().execute())
    ofField(known, field).set(value.toLowerCase(), code);
  return known;
}

export const termCode = (known: KnownTerms, field: TermField, value: string): number =>
  known.get(field)?.get(value.toLowerCase()) ?? 0;

/** Is there room for this many more values? */
export const hasRoom = (known: KnownTerms, field: TermField, more: number): boolean =>
  (known.get(field)?.size ?? 0) + more <= MAX_TERMS;

/**
 * Gives the values that are new their codes. Others may do the same at this moment: they wait for each other at the
 * table. Answers what was learnt; keep it with `remember` once the transaction has taken effect.
 */
export async function learn(
  tx: Kysely<Tables>,
  known: KnownTerms,
  wanted: ReadonlyMap<TermField, ReadonlySet<string>>,
): Promise<KnownTerms> {
  const learnt: KnownTerms = new Map();
  for (const [field, values] of wanted) {
    // The first spelling stays.
    const fresh = new Map(
      [...values]
        .toReversed()
        .map((value) => [value.toLowerCase(), value] as const)
        .filter(([key]) => !known.get(field)?.has(key)),
    );
    if (fresh.size === 0) continue;
    await sql`lock table campaign_terms in share row exclusive mode`.execute(tx);
    await sql`
      insert into campaign_terms (field, code, value)
      select ${field},
        (select coalesce(max(code), 0) from campaign_terms where field = ${field}) + row_number() over (order by n.at),
        n.value
      from unnest(${[...fresh.values()]}::text[]) with ordinality n (value, at)
      where not exists (select 1 from campaign_terms t where t.field = ${field} and lower(t.value) = lower(n.value))
      on conflict do nothing`.execute(tx);
    // Which values differ in their case alone is the database's to say: some letters it makes small in another way than
    // we do.
    const { rows } = await sql<{ code: number; value: string }>`
      select t.code, n.value from unnest(${[...fresh.values()]}::text[]) n (value)
      join campaign_terms t on t.field = ${field} and lower(t.value) = lower(n.value)`.execute(tx);
    for (const { code, value } of rows) ofField(learnt, field).set(value.toLowerCase(), code);
  }
  return learnt;
}

export function remember(known: KnownTerms, learnt: KnownTerms): void {
  for (const [field, values] of learnt) for (const [value, code] of values) ofField(known, field).set(value, code);
}
